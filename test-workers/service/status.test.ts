/** GET /v1/status: what was counted, and the newest entries as the service sees them. */
import { reset } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Client, send } from './calls.ts';
import { at, START_MS } from './clock.ts';

const START_MINUTE = START_MS / 60_000;

interface Counts {
  readonly minute: number;
  readonly latency: readonly number[];
}

interface Status {
  readonly now: number;
  readonly minutes: readonly Counts[];
  readonly recent: readonly { readonly key: string }[];
}

let client: Client;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(0);
  client = await Client.of();
});
afterEach(() => {
  vi.useRealTimers();
});

async function status(of = client): Promise<Status> {
  return await (await send('GET', '/v1/status', { apiKey: of.apiKey })).json<Status>();
}

test('counts reads, writes and bytes, minute by minute, over all shards', async () => {
  for (let i = 0; i < 10; i++) await client.put(`key-${i}`, 'x'.repeat(100));
  for (let i = 0; i < 15; i++) await client.get(`key-${i}`);
  await client.call('HEAD', 'key-1');
  await client.call('GET', 'key-1/ttl');
  at(60_000);
  await client.get('key-1');
  const { now, minutes } = await status();
  expect(now).toBe(START_MINUTE + 1);
  expect(minutes).toMatchObject([
    { minute: START_MINUTE, hits: 10, misses: 5, puts: 10, bytesIn: 1000, bytesOut: 1000 },
    { minute: START_MINUTE + 1, hits: 1, misses: 0, puts: 0, bytesIn: 0, bytesOut: 100 },
  ]);
  // Hits are timed, and each time travels with the next read.
  const timed = minutes.flatMap(({ latency }) => latency).reduce((sum, count) => sum + count, 0);
  expect(timed).toBe(10);
});

test('tells the same again, and the last hour only', async () => {
  await client.put('key', 'x');
  const first = await status();
  expect(await status()).toEqual(first);
  at(59 * 60_000);
  expect((await status()).minutes).toHaveLength(1);
  at(60 * 60_000);
  expect((await status()).minutes).toHaveLength(0);
});

test('shows the newest entries that are there, with their first bytes', async () => {
  for (let i = 0; i < 20; i++) {
    at(i * 1000);
    await client.put(`key-${i}`, `value ${i} and more than is shown`, 60 + i);
  }
  at(20_000);
  await client.put('large', new Uint8Array(2 * 1024 * 1024).fill(0xab));
  at(21_000);
  await client.call('DELETE', 'key-19');
  const { recent } = await status();
  expect(recent).toHaveLength(12);
  expect(recent[0]).toEqual({
    ...{ key: 'large', size: 2 * 1024 * 1024, place: 'r2', age: 1 },
    head: 'ab'.repeat(24),
  });
  expect(recent[1]).toMatchObject({ key: 'key-18', size: 31, place: 'kv', age: 3 });
  expect(recent.map(({ key }) => key).slice(1)).toEqual(
    Array.from({ length: 11 }, (_, i) => `key-${18 - i}`),
  );
  at(10_000_000);
  expect((await status()).recent.map(({ key }) => key)).toEqual(['large']);
});

test("is the tenant's own, and needs an API key and GET", async () => {
  await client.put('key', 'x');
  expect(await status(await Client.of())).toMatchObject({ minutes: [], recent: [] });
  expect((await send('GET', '/v1/status')).status).toBe(401);
  const posted = await send('POST', '/v1/status', { apiKey: client.apiKey });
  expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET']);
});

test('the page is for everybody, and framed by nobody', async () => {
  await reset();
  const page = await send('GET', '/');
  expect(page.status).toBe(200);
  expect(page.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-.*frame-ancestors 'none'$/,
  );
  expect((await send('POST', '/')).status).toBe(405);
});
