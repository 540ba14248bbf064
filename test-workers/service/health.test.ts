/** GET /v1/cache/health: the tenant's own numbers, over all its shards. */
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

async function health(): Promise<unknown> {
  const answer = await client.call('GET', 'health');
  expect(answer.status).toBe(200);
  return await answer.json();
}

function numbers(entries: number, locks: number): unknown {
  return { status: 'ok', cache_entries: entries, active_locks: locks };
}

test('counts entries and locks that are there', async () => {
  expect(await health()).toEqual(numbers(0, 0));
  for (let i = 0; i < 20; i++) await client.put(`key-${i}`, 'x', 10 + i);
  await client.put('key-0', 'again', 10);
  await client.call('DELETE', 'key-19');
  await client.call('DELETE', 'key-19');
  const lock = { body: '{"timeout_ms":12000}' };
  for (let i = 0; i < 5; i++) await client.call('POST', `key-${i}/lock`, lock);
  expect(await health()).toEqual(numbers(19, 5));
  at(11_000);
  expect(await health()).toEqual(numbers(17, 5));
  at(12_000);
  expect(await health()).toEqual(numbers(16, 0));
  await client.put('key-0', 'x');
  expect(await health()).toEqual(numbers(17, 0));
});
