/** Freshness windows and their headers (PROTOCOL §10.4), to the millisecond on the service's clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Client } from './calls.ts';
import { at, START_MS } from './clock.ts';

let client: Client;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(0);
  client = await Client.of();
});
afterEach(() => {
  vi.useRealTimers();
});

async function seen(method = 'GET'): Promise<unknown> {
  const { status, headers } = await client.call(method, 'key');
  return [status, headers.get('X-CacheKit-Freshness'), headers.get('X-CacheKit-Fresh-For')];
}

test('fresh until its TTL is over, then stale, then gone', async () => {
  await client.put('key', 'x', 10, 5);
  for (const [ms, expected] of [
    [0, [200, 'fresh', '10']],
    [1, [200, 'fresh', '9']],
    [9_000, [200, 'fresh', '1']],
    [9_001, [200, 'fresh', '0']],
    [9_999, [200, 'fresh', '0']],
    [10_000, [200, 'stale', '0']],
    [14_999, [200, 'stale', '0']],
    [15_000, [404, null, null]],
  ] as const) {
    at(ms);
    expect([ms, await seen()]).toEqual([ms, expected]);
    const head = expected.map((value, i) => (i === 2 ? null : value));
    expect([ms, await seen('HEAD')]).toEqual([ms, head]);
  }
});

test('counts from the whole second in which it was stored', async () => {
  at(999);
  await client.put('key', 'x', 1);
  at(1_000);
  expect(await seen()).toEqual([404, null, null]);
  expect(START_MS % 1000).toBe(0);
});
