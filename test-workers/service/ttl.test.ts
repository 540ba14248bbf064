/** GET and PATCH of a TTL (PROTOCOL §10.3, API-56, API-71). */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Environment } from '../../js/worker/environment.ts';
import { Client, textOf } from './calls.ts';
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

async function patch(body: string): Promise<number> {
  return (await client.call('PATCH', 'key/ttl', { body })).status;
}

async function ttl(): Promise<unknown> {
  const answer = await client.call('GET', 'key/ttl');
  return answer.status === 200 ? await answer.json() : answer.status;
}

test('tells whole seconds until the entry is gone, rounded up, never 0', async () => {
  expect(await ttl()).toBe(404);
  await client.put('key', 'x', 10, 5);
  for (const [ms, expected] of [
    [0, { ttl: 15 }],
    [999, { ttl: 15 }],
    [1_000, { ttl: 14 }],
    [14_999, { ttl: 1 }],
    [15_000, 404],
  ] as const) {
    at(ms);
    expect([ms, await ttl()]).toEqual([ms, expected]);
  }
});

test('a new TTL counts from now and keeps the stale window', async () => {
  await client.put('key', 'x', 10, 5);
  at(9_500);
  expect(await patch('{"ttl":20}')).toBe(200);
  expect(await ttl()).toEqual({ ttl: 25 });
  at(28_999);
  expect((await client.get('key')).headers.get('X-CacheKit-Freshness')).toBe('fresh');
  at(29_000);
  expect((await client.get('key')).headers.get('X-CacheKit-Freshness')).toBe('stale');
  at(34_000);
  expect(await ttl()).toBe(404);
});

test('409 for what is no longer fresh, which stays as it is (API-56)', async () => {
  await client.put('key', 'x', 10, 5);
  at(9_999);
  expect(await patch('{"ttl":10}')).toBe(200);
  at(19_000);
  expect(await patch('{"ttl":10}')).toBe(409);
  expect(await ttl()).toEqual({ ttl: 5 });
});

test('200 for an entry that is not there or has ended, and makes none', async () => {
  expect(await patch('{"ttl":10}')).toBe(200);
  await client.put('key', 'x', 10);
  at(10_000);
  expect(await patch('{"ttl":10}')).toBe(200);
  expect(await ttl()).toBe(404);
});

test('gives an entry without expiry its first one, without a stale window', async () => {
  await client.put('key', 'x');
  expect(await patch('{"ttl":10}')).toBe(200);
  expect(await ttl()).toEqual({ ttl: 10 });
  at(10_000);
  expect(await ttl()).toBe(404);
});

test('400 where TTL and stored stale window exceed 30 days together', async () => {
  await client.put('key', 'x', 10, 1000);
  expect(await patch('{"ttl":2591001}')).toBe(400);
  expect(await ttl()).toEqual({ ttl: 1010 });
  expect(await patch('{"ttl":2591000}')).toBe(200);
  expect(await ttl()).toEqual({ ttl: 2_592_000 });
});

test.each([
  '{"ttl":0}',
  '{"ttl":-1}',
  '{"ttl":2592001}',
  '{"ttl":1.5}',
  '{"ttl":"10"}',
  '{"ttl":null}',
  '{}',
  '[]',
  'null',
  '10',
  '{',
  '',
  '\u00ff',
])('400 for the body %s', async (body) => {
  await client.put('key', 'x', 50);
  expect(await patch(body)).toBe(400);
  expect(await ttl()).toEqual({ ttl: 50 });
});

test('413 for a body that is far too long', async () => {
  expect(await patch(`{"ttl":1,"x":"${'x'.repeat(2000)}"}`)).toBe(413);
});

test('lives as long as it was renewed, also beyond what KV was told at first', async () => {
  await client.put('key', 'the value', 10);
  const prefix = `v1/${client.tenant}/`;
  const [first] = (await env.VALUES.list({ prefix })).keys;
  for (const second of [0, 9, 1000]) {
    at(second * 1000);
    const seconds = second === 9 ? 100_000 : 10;
    expect(await patch(`{"ttl":${seconds}}`)).toBe(200);
  }
  const { keys } = await env.VALUES.list({ prefix });
  const last = keys.filter(({ name }) => name !== first?.name);
  expect(last).toHaveLength(1);
  // By KV's own clock, which is not the test's.
  const longer = (last[0]?.expiration ?? 0) - (first?.expiration ?? 0);
  expect(longer).toBeGreaterThan(100_000);
  expect(await textOf(await client.get('key'))).toBe('the value');
});

test('a value that is replaced while KV is told of a longer life stays', async () => {
  await client.put('key', 'old', 10);
  const get = async (name: string) => {
    const bytes = await env.VALUES.get(name, 'arrayBuffer');
    await client.put('key', 'new', 50);
    return bytes;
  };
  const put = (name: string, value: Uint8Array) => env.VALUES.put(name, value);
  const values = Object.assign(Object.create(env.VALUES), { get, put });
  const environment: Environment = { ...env, VALUES: values };
  const body = '{"ttl":100000}';
  expect((await client.call('PATCH', 'key/ttl', { body, environment })).status).toBe(200);
  expect(await textOf(await client.get('key'))).toBe('new');
  expect(await ttl()).toEqual({ ttl: 50 });
});

test('a longer life makes nothing of a value that KV has lost', async () => {
  await client.put('key', 'x', 10);
  const [{ name } = { name: '' }] = (await env.VALUES.list({ prefix: `v1/${client.tenant}/` }))
    .keys;
  await env.VALUES.delete(name);
  expect(await patch('{"ttl":100000}')).toBe(503);
  expect(await patch('{"ttl":10}')).toBe(200);
});
