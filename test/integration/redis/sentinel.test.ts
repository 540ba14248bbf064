/** A master and a replica behind a sentinel, by both client libraries, over a failover. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RedisClientLike } from '../../../js/backends/redis/client-shapes.ts';
import { redis } from '../../../js/backends/redis/redis.ts';
import { RedisInvalidationTransport } from '../../../js/invalidation/redis-transport.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { type Closing, ioredisSentinel, nodeRedisSentinel } from './clients.ts';

const VALUE = Uint8Array.of(0, 128, 255);
const NAME = 'main';
const PATIENCE = { timeout: 20_000, interval: 100 };

let master: RedisServer;
let replica: RedisServer;
let sentinel: RedisServer;

beforeEach(async () => {
  master = await RedisServer.start('--repl-diskless-sync-delay', '0');
  replica = await RedisServer.start(
    ...['--replicaof', `127.0.0.1 ${master.port}`, '--repl-diskless-sync-delay', '0'],
  );
  sentinel = await RedisServer.startSentinel(NAME, master);
  await vi.waitFor(async () => {
    expect(await replica.ask('INFO replication')).toContain('master_link_status:up');
    expect(await sentinel.ask(`SENTINEL REPLICAS ${NAME}`)).toContain(`${replica.port}`);
  }, PATIENCE);
});
afterEach(async () => {
  for (const server of [sentinel, replica, master]) await server.stop();
});

const kinds: readonly [string, () => Promise<{ client: RedisClientLike; close: Closing }>][] = [
  ['node-redis', () => nodeRedisSentinel(NAME, sentinel.port)],
  ['ioredis', () => ioredisSentinel(NAME, sentinel.port)],
];

describe.each(kinds)('a sentinel by %s', (_, connect) => {
  test('store and subscription follow the master', { timeout: 60_000 }, async () => {
    const { client, close } = await connect();
    const store = redis({ client });
    const transport = new RedisInvalidationTransport({ client });
    const heard: Uint8Array[] = [];
    const restored = vi.fn();
    await transport.subscribe((bytes) => heard.push(bytes), restored);

    await store.setMany([['key', VALUE]], 100);
    expect(await store.getMany(['key', 'absent'])).toStrictEqual([VALUE, null]);
    expect((await store.getWithTtl('key'))?.bytes).toStrictEqual(VALUE);
    const token = await store.acquireLock('key', 10_000);
    expect(await store.releaseLock('key', token ?? '')).toBe(true);
    await transport.publish(VALUE);
    await vi.waitFor(() => expect(heard).toStrictEqual([VALUE]));

    // A replica is good enough only once the sentinel has heard from it lately.
    await vi.waitFor(async () => {
      expect(await sentinel.ask(`SENTINEL FAILOVER ${NAME}`)).toBe('+OK\r\n');
    }, PATIENCE);
    await vi.waitFor(async () => {
      expect(await replica.ask('ROLE')).toContain('master');
    }, PATIENCE);
    await vi.waitFor(async () => {
      await store.set('after', VALUE);
      expect(await replica.ask('EXISTS after')).toBe(':1\r\n');
      expect(restored).toHaveBeenCalled();
    }, PATIENCE);
    await vi.waitFor(async () => {
      await transport.publish(Uint8Array.of(7));
      expect(heard).toContainEqual(Uint8Array.of(7));
    }, PATIENCE);
    await transport.close();
    await store.close();
    close();
  });
});
