/** TTL and stale window as a PUT asks for them (PROTOCOL §10.3, API-42..44, API-54, API-55). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Client } from './calls.ts';
import { at } from './clock.ts';

let client: Client;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(0);
  client = await Client.of();
});
afterEach(() => {
  vi.useRealTimers();
});

async function putWith(headers: Readonly<Record<string, string>>): Promise<number> {
  return (await client.call('PUT', 'key', { body: 'x', headers })).status;
}

async function ttl(): Promise<unknown> {
  return await (await client.call('GET', 'key/ttl')).json();
}

test.each(['0', '-1', '2592001', '1.5', '1e3', '0x10', ' ', '', '10, 10', '9'.repeat(400), 'NaN'])(
  'refuses the TTL "%s" and keeps what was there',
  async (text) => {
    await client.put('key', 'before', 50);
    expect(await putWith({ 'X-CacheKit-TTL': text })).toBe(400);
    expect(await putWith({ 'X-TTL': text })).toBe(400);
    expect(await ttl()).toEqual({ ttl: 50 });
  },
);

test.each([1, 60, 2_592_000])('takes a TTL of %s', async (seconds) => {
  expect(await putWith({ 'X-CacheKit-TTL': `${seconds}` })).toBe(200);
  expect(await ttl()).toEqual({ ttl: seconds });
});

test('without a TTL: no expiry, and no default that nobody sees', async () => {
  expect(await putWith({})).toBe(200);
  expect(await ttl()).toEqual({ ttl: null });
  at(1e12);
  const { status, headers } = await client.get('key');
  expect([status, headers.get('X-CacheKit-Freshness')]).toEqual([200, 'fresh']);
  expect(headers.get('X-CacheKit-Fresh-For')).toBeNull();
});

test('reads the older header, and prefers the newer (API-44)', async () => {
  await putWith({ 'X-TTL': '30' });
  expect(await ttl()).toEqual({ ttl: 30 });
  await putWith({ 'X-TTL': '30', 'X-CacheKit-TTL': '40' });
  expect(await ttl()).toEqual({ ttl: 40 });
  await putWith({ 'X-TTL': '30', 'X-CacheKit-Stale-TTL': '5' });
  expect(await ttl()).toEqual({ ttl: 35 });
});

test.each([
  ['-1', '10'],
  ['1.5', '10'],
  ['', '10'],
  ['2592000', '10'],
  ['9'.repeat(30), '10'],
  ['2591991', '10'],
  ['5', undefined],
  ['0', undefined],
])('refuses a stale window of %s behind a TTL of %s', async (stale, fresh) => {
  const headers = fresh === undefined ? {} : { 'X-CacheKit-TTL': fresh };
  expect(await putWith({ ...headers, 'X-CacheKit-Stale-TTL': stale })).toBe(400);
});

test('takes a stale window of 0 as none, and one up to 30 days in all', async () => {
  expect(await putWith({ 'X-CacheKit-TTL': '10', 'X-CacheKit-Stale-TTL': '0' })).toBe(200);
  expect(await ttl()).toEqual({ ttl: 10 });
  expect(await putWith({ 'X-CacheKit-TTL': '1', 'X-CacheKit-Stale-TTL': '2591999' })).toBe(200);
  expect(await ttl()).toEqual({ ttl: 2_592_000 });
});

test('a PUT replaces all timing: no stale window is left (API-55)', async () => {
  await client.put('key', 'a', 10, 100);
  await client.put('key', 'b', 10);
  expect(await ttl()).toEqual({ ttl: 10 });
  at(10_000);
  expect((await client.get('key')).status).toBe(404);
});
