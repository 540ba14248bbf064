/** Clients that an application hands in, in the settings it may have chosen. */
import { Redis } from 'ioredis';
import { createClient, createClientPool } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RedisClientLike } from '../../../js/backends/redis/client-shapes.ts';
import { redis } from '../../../js/backends/redis/redis.ts';
import { BackendError, ConfigurationError, TimeoutError } from '../../../js/errors.ts';
import { RedisInvalidationTransport } from '../../../js/invalidation/redis-transport.ts';
import { classify } from '../../../js/reliability/classify.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { ioredis, nodeRedis } from './clients.ts';

const ALL = Uint8Array.from({ length: 256 }, (_, i) => i);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it was resolved',
    (error: unknown) => error,
  );

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());
beforeEach(() => server.ask('FLUSHALL'));

type Opened = { client: RedisClientLike; close: () => unknown };
const settings: readonly [string, () => Promise<Opened>][] = [
  [
    'node-redis, RESP 2',
    async () => {
      const client = await createClient({ url: server.url, RESP: 2 }).connect();
      return { client, close: () => client.destroy() };
    },
  ],
  [
    'node-redis, replies mapped otherwise',
    async () => {
      const plain = await createClient({ url: server.url }).connect();
      return {
        client: plain.withTypeMapping({ 58: String, 36: String }),
        close: () => plain.destroy(),
      };
    },
  ],
  [
    'a pool of node-redis',
    async () => {
      const client = createClientPool({ url: server.url });
      await client.connect();
      return { client, close: () => client.destroy() };
    },
  ],
  ['ioredis, numbers as text', () => ioredis(server.url, { stringNumbers: true })],
  ['ioredis, RESP 2', () => ioredis(server.url, { protocol: 2 })],
  ['ioredis, automatic pipelines', () => ioredis(server.url, { enableAutoPipelining: true })],
];

test.each(settings)('%s', async (_, connect) => {
  const { client, close } = await connect();
  const store = redis({ client, keyPrefix: 'p:' });
  await store.setMany([['key', ALL]], 100);
  expect(await store.get('key')).toStrictEqual(ALL);
  expect(await store.getMany(['key', 'absent'])).toStrictEqual([ALL, null]);
  expect((await store.getWithTtl('key'))?.remainingTtl).toBeGreaterThan(90);
  expect(await store.getTTL('key')).toBeGreaterThan(90);
  expect(await store.exists('key')).toBe(true);
  expect(await store.refreshTTL('key', 5)).toBe(true);
  const token = await store.acquireLock('key', 10_000);
  expect(await store.acquireLock('key', 10_000)).toBeNull();
  expect(await store.releaseLock('key', token ?? '')).toBe(true);
  expect(await store.delete('key')).toBe(true);
  expect(await store.deleteMany(['key'])).toBe(0);
  await store.close();
  close();
});

describe('a client that was handed in', () => {
  test('stays open', async () => {
    const [mine, other] = [await nodeRedis(server.url), await ioredis(server.url)];
    for (const { client } of [mine, other]) {
      const store = redis({ client });
      const transport = new RedisInvalidationTransport({ client });
      await store.set('key', ALL);
      await transport.publish(ALL);
      await store.close();
      await transport.close();
      await expect(store.get('key')).rejects.toThrow(BackendError);
      await expect(transport.publish(ALL)).rejects.toThrow(BackendError);
      await expect(transport.subscribe(() => {})).rejects.toThrow(BackendError);
    }
    expect(await mine.client.ping()).toBe('PONG');
    expect(await other.client.ping()).toBe('PONG');
    mine.close();
    other.close();
  });

  test('and is not connected, fails as transient', async () => {
    const idle = createClient({ url: server.url });
    expect(classify(await failureOf(redis({ client: idle }).get('key')))).toBe('transient');
    const ended = new Redis(server.url, { lazyConnect: true });
    ended.disconnect();
    expect(classify(await failureOf(redis({ client: ended }).get('key')))).toBe('transient');
  });

  test('a pool cannot listen, and says so', async () => {
    const client = createClientPool({ url: server.url });
    await client.connect();
    const transport = new RedisInvalidationTransport({ client });
    await expect(transport.subscribe(() => {})).rejects.toThrow(ConfigurationError);
    client.destroy();
  });

  test('has a deadline of ours, after which node-redis sends nothing any more', async () => {
    const { client, close } = await nodeRedis(server.url);
    const store = redis({ client, commandTimeout: 2000 });
    await server.kill();
    await failureOf(store.get('key'));
    const began = performance.now();
    const failure = await failureOf(store.set('late', ALL));
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(performance.now() - began).toBeGreaterThan(1990);
    await server.restart();
    expect(await client.get('late')).toBeNull();
    close();
  });

  test('a stalled server is a timeout by ioredis, too', async () => {
    const { client, close } = await ioredis(server.url);
    const store = redis({ client, commandTimeout: 2000 });
    server.pause();
    expect(await failureOf(store.getMany(['key']))).toBeInstanceOf(TimeoutError);
    server.resume();
    expect(await store.getMany(['key'])).toStrictEqual([null]);
    close();
  });
});
