/** The HTTP backend and the `io` preset against the cache service in workerd. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CachekitIOBackend } from '../../../js/backends/http/cachekitio.ts';
import { createCache, generateKey } from '../../../js/node.ts';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { apiKeyOf, ask, backendOf } from './service-client.ts';

const MASTER_KEY = generateKey();
const BYTES = Uint8Array.of(1, 2, 3);

let service: LocalService;
let apiKey: string;
let backend: CachekitIOBackend;
beforeAll(async () => {
  service = await startService();
}, 120_000);
afterAll(() => service.stop());
beforeEach(async () => {
  apiKey = await apiKeyOf(service);
  backend = backendOf(service, apiKey);
});

test('a lock has one holder over all clients, until it is released', async () => {
  const other = backendOf(service, apiKey);
  const tries = Array.from({ length: 20 }, (_, i) =>
    (i % 2 ? backend : other).acquireLock('k', 60_000),
  );
  const won = (await Promise.all(tries)).filter((lockId) => lockId !== null);
  expect(won).toHaveLength(1);
  await other.releaseLock('k', 'another');
  expect(await backend.acquireLock('k', 60_000)).toBeNull();
  await other.releaseLock('k', won[0] ?? '');
  expect(await backend.acquireLock('k', 60_000)).not.toBeNull();
});

test('a lock ends by itself', async () => {
  const first = await backend.acquireLock('k', 3000);
  expect(await backend.acquireLock('k', 3000)).toBeNull();
  await sleep(3050);
  expect(await backend.acquireLock('k', 60_000)).not.toBeNull();
  await backend.releaseLock('k', first ?? '');
  expect(await backend.acquireLock('k', 60_000)).toBeNull();
});

test('an entry is fresh, then stale, then gone', async () => {
  const headers = { 'X-CacheKit-TTL': '1', 'X-CacheKit-Stale-TTL': '5' };
  const put = await ask(service, apiKey, 'PUT', '/v1/cache/k', { body: BYTES, headers });
  expect(put.status).toBe(200);
  expect(await backend.getTTL('k')).toBeGreaterThanOrEqual(2);
  await expect
    .poll(() => backend.getWithTtl('k'), { timeout: 10_000, interval: 50 })
    .toStrictEqual({ bytes: BYTES, remainingTtl: 0, stale: true });
  await expect(backend.refreshTTL('k', 10)).rejects.toMatchObject({ classification: 'permanent' });
  await expect.poll(() => backend.get('k'), { timeout: 10_000, interval: 50 }).toBeNull();
});

test('a stale value is served to all and made anew by one of two clients', async () => {
  const options = { apiKey, apiUrl: service.url.origin, allowCustomHost: 'loopback' as const };
  const clients = ['one', 'other'].map((name) => {
    const cache = createCache.io({
      ...options,
      staleTtl: 60,
      l1: { enabled: false },
      encryption: { masterKey: MASTER_KEY },
    });
    return { name, cache };
  });
  let made = 0;
  const { promise: bothAnswered, resolve: goOn } = Promise.withResolvers<void>();
  const asks = clients.map(({ cache }) =>
    cache.secure.wrap(
      async () => {
        if (made > 0) await bothAnswered;
        return ++made;
      },
      { namespace: 'stale', name: 'made', ttl: 1 },
    ),
  );
  expect(await asks[0]?.()).toBe(1);
  await sleep(2_100);
  expect(await Promise.all(asks.map((ask) => ask()))).toEqual([1, 1]);
  goOn();
  await expect.poll(() => asks[1]?.(), { timeout: 10_000, interval: 50 }).toBe(2);
  expect(made).toBe(2);
  for (const { cache } of clients) await cache.close();
});

test('the largest value there and back, and one byte more is refused', {
  timeout: 60_000,
}, async () => {
  const value = new Uint8Array(25 * 1024 * 1024);
  value[value.length - 1] = 7;
  await backend.set('large', value, 60);
  const back = await backend.get('large');
  expect(Buffer.compare(back ?? new Uint8Array(0), value)).toBe(0);
  const more = new Uint8Array(value.length + 1);
  const answer = await ask(service, apiKey, 'PUT', '/v1/cache/large', { body: more });
  expect(answer.status).toBe(413);
  expect((await backend.get('large'))?.length).toBe(value.length);
});

test('health tells the numbers of the tenant', async () => {
  await backend.set('a', BYTES);
  await backend.acquireLock('a', 60_000);
  expect(await backend.health()).toMatchObject({ healthy: true, cacheEntries: 1, activeLocks: 1 });
});

test('a wrong or revoked key is an authentication error', async () => {
  const stranger = backendOf(service, apiKey.slice(0, -1) + (apiKey.endsWith('0') ? '1' : '0'));
  await expect(stranger.get('k')).rejects.toMatchObject({ classification: 'authentication' });
});

test('createCache.io works unchanged, and the service holds only ciphertext', async () => {
  const open = (masterKey: string) =>
    createCache.io({
      apiKey,
      apiUrl: service.url.origin,
      allowCustomHost: 'loopback',
      encryption: { masterKey, onFailure: 'throw' },
    });
  const masterKey = generateKey();
  const value = { name: 'Ada', note: 'attack at dawn', born: new Date(0) };
  const cache = open(masterKey);
  await cache.set('user:42', value, { ttl: 60 });
  expect(await open(masterKey).get('user:42')).toEqual(value);
  await expect(open(generateKey()).get('user:42')).rejects.toMatchObject({
    code: 'ERR_ENCRYPTION',
  });
  const raw = Buffer.from((await backend.get('user:42')) ?? []).toString('latin1');
  expect(raw.length).toBeGreaterThan(28);
  expect(raw).not.toContain('attack');

  let calls = 0;
  const wrapped = cache.wrap(async (id: number) => ({ id, calls: ++calls }), {
    namespace: 'orders',
  });
  expect(await wrapped(1)).toEqual({ id: 1, calls: 1 });
  const again = open(masterKey).wrap(async (id: number) => ({ id, calls: -1 }), {
    namespace: 'orders',
  });
  expect(await again(1)).toEqual({ id: 1, calls: 1 });
});

test('429 above the rate of a key, which the backend calls transient', async () => {
  const slow = await startService({ rate: 5 });
  try {
    const busy = backendOf(slow, await apiKeyOf(slow));
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => busy.get('k')));
    const refused = asked.filter(({ status }) => status === 'rejected');
    // Two windows at most are touched.
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]).toHaveProperty('reason.classification', 'transient');
  } finally {
    await slow.stop();
  }
});
