/** Leases (PROTOCOL §10.5, API-65..69). */
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

async function take(timeoutMs = 1000, key = 'key'): Promise<string | null> {
  const body = JSON.stringify({ timeout_ms: timeoutMs });
  const answer = await client.call('POST', `${key}/lock`, { body });
  expect(answer.status).toBe(200);
  const { lock_id: lockId } = await answer.json<{ lock_id: string | null }>();
  return lockId;
}

async function release(lockId: string | null, query = ''): Promise<number> {
  const headers = lockId === null ? {} : { 'X-CacheKit-Lock-Id': lockId };
  return (await client.call('DELETE', `key/lock${query}`, { headers })).status;
}

test('one holder at a time; contested is 200 with null (API-65)', async () => {
  const first = await take();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(await take()).toBeNull();
  expect(await take(1000, 'other')).not.toBeNull();
  expect(await release(first)).toBe(200);
  const second = await take();
  expect(second).not.toBeNull();
  expect(second).not.toBe(first);
});

test('ends to the millisecond', async () => {
  const first = await take(1500);
  at(1499);
  expect(await take()).toBeNull();
  at(1500);
  expect(await take()).not.toBeNull();
  // The first holder comes too late and must not end the second's lease.
  expect(await release(first)).toBe(200);
  expect(await take()).toBeNull();
});

test('has one winner among many at once', async () => {
  const won = await Promise.all(Array.from({ length: 30 }, () => take()));
  expect(won.filter((lockId) => lockId !== null)).toHaveLength(1);
});

test('is released by nobody without its id', async () => {
  const lockId = await take();
  for (const wrong of ['x', `${lockId}x`, `${lockId?.slice(0, -1)}`, '%', '*']) {
    expect(await release(wrong)).toBe(200);
    expect(await take()).toBeNull();
  }
});

test('400 where the id is missing or blank', async () => {
  await take();
  expect(await release(null)).toBe(400);
  expect(await release(' ')).toBe(400);
  expect(await release(null, '?lock_id=')).toBe(400);
  expect(await release(null, '?lock_id=%20')).toBe(400);
  expect(await take()).toBeNull();
});

test('takes the id of older clients from the query, and prefers the header (API-69)', async () => {
  const first = await take();
  expect(await release('other', `?lock_id=${first}`)).toBe(200);
  expect(await take()).toBeNull();
  expect(await release(null, `?lock_id=${first}`)).toBe(200);
  expect(await take()).not.toBeNull();
});

test.each([
  '{}',
  '{"timeout_ms":0}',
  '{"timeout_ms":1.5}',
  '{"timeout_ms":"5"}',
  '',
  '{"timeout_ms":86400001}',
])('400 for the body %s', async (body) => {
  expect((await client.call('POST', 'key/lock', { body })).status).toBe(400);
  expect(await take(86_400_000)).not.toBeNull();
});

test('leaves the entry of the same key alone, and is left alone by it', async () => {
  const lockId = await take();
  expect((await client.get('key')).status).toBe(404);
  await client.put('key', 'x');
  await client.call('DELETE', 'key');
  expect(await take()).toBeNull();
  expect(await release(lockId)).toBe(200);
});
