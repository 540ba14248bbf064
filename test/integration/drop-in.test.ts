/** What a service writes that used @cachekit-io/cachekit, with nothing but the import changed. */
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCache, generateKey } from '../../js/node.ts';
import { RedisServer } from '../helpers/redis-server.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());

test('a cache over Redis by its url, keys prefixed', async () => {
  const cache = createCache({ backend: { url: server.url, keyPrefix: 'app:' }, defaultTtl: 60 });
  const load = cache.wrap(async (id: number) => ({ id, name: 'Ada' }), {
    namespace: 'users:get',
    ttl: 3600,
  });
  expect(await load(42)).toEqual({ id: 42, name: 'Ada' });
  const client = new Redis(server.url);
  const [key] = await client.keys('*');
  expect(key).toMatch(/^app:users:get:[0-9a-f]{64}$/);
  expect(await client.ttl(key ?? '')).toBeGreaterThan(3590);
  await cache.close();
  client.disconnect();
});

test('presets by url, with an encrypted cache that shares its invalidations over Redis', async () => {
  const masterKey = generateKey();
  const clients = [new Redis(server.url), new Redis(server.url)];
  const [first, second] = clients.map((redis) =>
    createCache.secure({ url: server.url, masterKey, metrics: false, invalidation: { redis } }),
  );
  if (first === undefined || second === undefined) throw new Error('two caches');
  await first.set('user:1', 'old');
  expect(await second.get('user:1')).toBe('old');
  await first.set('user:1', 'new');
  await vi.waitFor(
    async () => {
      await first.invalidate('namespace', { namespace: 'user:1' });
      expect(await second.get('user:1')).toBe('new');
    },
    { timeout: 10_000 },
  );
  expect(await clients[0]?.getBuffer('user:1')).not.toContain('new');
  await Promise.all([first.close(), second.close()]);
  for (const client of clients) client.disconnect();
});

test.each([{ redis: {} }, { redis: 'redis://localhost' }, { redis: null }])(
  'invalidation refuses %o',
  (invalidation: object) => {
    const options = { url: server.url, invalidation };
    expect(() => Reflect.apply(createCache.minimal, undefined, [options])).toThrow(/must be/);
  },
);
