/** A cluster of three masters, by both client libraries. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RedisClientLike } from '../../../js/backends/redis/client-shapes.ts';
import { redis } from '../../../js/backends/redis/redis.ts';
import type { RedisBackend } from '../../../js/backends/redis/redis-backend.ts';
import { BackendError } from '../../../js/errors.ts';
import { RedisInvalidationTransport } from '../../../js/invalidation/redis-transport.ts';
import { RedisCluster } from '../../helpers/redis-cluster.ts';
import { type Closing, ioredisCluster, nodeRedisCluster } from './clients.ts';

const KEYS = Array.from({ length: 60 }, (_, i) => `key-${i}`);
const value = (i: number): Uint8Array => Uint8Array.of(i, 255 - i, 128);

let cluster: RedisCluster;
beforeAll(async () => {
  cluster = await RedisCluster.start();
});
afterAll(() => cluster?.stop());

const kinds: readonly [string, () => Promise<{ client: RedisClientLike; close: Closing }>][] = [
  ['node-redis', () => nodeRedisCluster(cluster.urls)],
  ['ioredis', () => ioredisCluster(cluster.ports)],
];

describe.each(kinds)('a cluster by %s', (_, connect) => {
  let client: RedisClientLike;
  let close: Closing;
  let store: RedisBackend;
  beforeEach(async () => {
    for (const master of cluster.masters) await master.ask('FLUSHALL');
    ({ client, close } = await connect());
    store = redis({ client });
  });
  afterEach(async () => {
    await store.close();
    close();
  });

  test('several keys at once, wherever they lie', async () => {
    await store.setMany(
      KEYS.map((key, i) => [key, value(i)]),
      100,
    );
    for (const master of cluster.masters) {
      const [, entries] = /^:(\d+)/.exec(await master.ask('DBSIZE')) ?? [];
      expect(Number(entries)).toBeGreaterThan(5);
    }
    expect(await store.getMany(['absent', ...KEYS])).toStrictEqual([
      null,
      ...KEYS.map((_, i) => value(i)),
    ]);
    expect(await store.deleteMany(['absent', ...KEYS])).toBe(KEYS.length);
    expect(await store.getMany(KEYS)).toStrictEqual(KEYS.map(() => null));
    expect(await store.getMany([])).toEqual([]);
    expect(await store.deleteMany([])).toBe(0);
  });

  test('every operation on one key', async () => {
    for (const [i, key] of KEYS.entries()) {
      await store.set(key, value(i), 100);
      expect(await store.get(key)).toStrictEqual(value(i));
      expect(await store.exists(key)).toBe(true);
      expect((await store.getWithTtl(key))?.remainingTtl).toBeGreaterThan(90);
      expect(await store.refreshTTL(key, 1000)).toBe(true);
      expect(await store.getTTL(key)).toBeGreaterThan(900);
      const token = await store.acquireLock(key, 10_000);
      expect(await store.acquireLock(key, 10_000)).toBeNull();
      expect(await store.releaseLock(key, token ?? '')).toBe(true);
      expect(await store.delete(key)).toBe(true);
      expect(await store.get(key)).toBeNull();
    }
  });

  test('events, from any node to any', async () => {
    const transport = new RedisInvalidationTransport({ client });
    const heard: Uint8Array[] = [];
    const ends: (() => Promise<void>)[] = [];
    for (let i = 0; i < 4; i += 1)
      ends.push(await transport.subscribe((bytes) => heard.push(bytes)));
    for (let i = 0; i < 5; i += 1) await transport.publish(value(i));
    await vi.waitFor(() => expect(heard).toHaveLength(20), 10_000);
    expect(heard).toContainEqual(value(4));
    for (const end of ends) await end();
    await transport.close();
  });

  test('a subscription comes back when its connection is lost', async () => {
    const transport = new RedisInvalidationTransport({ client });
    const heard: Uint8Array[] = [];
    const restored = vi.fn();
    await transport.subscribe((bytes) => heard.push(bytes), restored);
    for (const master of cluster.masters) await master.ask('CLIENT KILL TYPE pubsub');
    await vi.waitFor(() => expect(restored).toHaveBeenCalled(), 10_000);
    await vi.waitFor(async () => {
      await transport.publish(value(1));
      expect(heard).toContainEqual(value(1));
    }, 10_000);
    await transport.close();
  });
});

test('a url of one node says that it is a cluster', async () => {
  const store = redis({ url: cluster.urls[0] ?? '' });
  const failures = await Promise.all(
    KEYS.map((key) => store.get(key).catch((error: unknown) => error)),
  );
  const error = failures.find((found) => found instanceof Error);
  expect(error).toBeInstanceOf(BackendError);
  expect(error).toHaveProperty('classification', 'permanent');
  expect(error).toHaveProperty('message', expect.stringContaining('cluster'));
  await store.close();
});
