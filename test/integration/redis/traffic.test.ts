/** Redis fails under 200 calls a second. */
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import type { RedisClientLike } from '../../../js/backends/redis/client-shapes.ts';
import { redis } from '../../../js/backends/redis/redis.ts';
import { createCache, generateKey } from '../../../js/node.ts';
import { underTraffic } from '../../helpers/fault-traffic.ts';
import { RedisCluster, slotOf } from '../../helpers/redis-cluster.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import {
  type Closing,
  ioredisCluster,
  ioredisSentinel,
  nodeRedisCluster,
  nodeRedisSentinel,
} from './clients.ts';

/** As docs/backends.md says: of a server that is back, and of a replica that was promoted. */
const BACK_WITHIN_MS = 10_000;
const PROMOTED_WITHIN_MS = 20_000;
const TIMEOUT = { timeout: 180_000 };
const PATIENCE = { timeout: 60_000, interval: 50 };
const SENTINEL_NAME = 'main';
/** Every call goes to the store. */
const l1 = { enabled: false };
const masterKey = generateKey();

interface Opened {
  readonly client: RedisClientLike;
  readonly close: Closing;
}

describe('a server killed and started again, empty', TIMEOUT, () => {
  let server: RedisServer;
  beforeEach(async () => {
    server = await RedisServer.start();
  });
  afterEach(() => server.stop());
  const fault = {
    fail: () => server.kill(),
    mend: () => server.restart(),
    within: BACK_WITHIN_MS,
  };

  test('by its url', async () => {
    await underTraffic(createCache.secure({ url: server.url, masterKey, l1 }), fault);
  });

  test('by its url, behind L1', async () => {
    await underTraffic(createCache.secure({ url: server.url, masterKey }), fault);
  });

  test('by ioredis', async () => {
    const settings = { enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: true };
    const client = new Redis(server.url, settings);
    client.on('error', () => {});
    await client.connect();
    try {
      const backend = redis({ client });
      await underTraffic(createCache.secure({ backend, masterKey, l1 }), fault);
    } finally {
      client.disconnect();
    }
  });
});

describe('a master killed and its replica promoted', TIMEOUT, () => {
  async function failOver(
    { client, close }: Opened,
    master: RedisServer,
    replica: RedisServer,
    concerns?: (key: string) => boolean,
  ): Promise<void> {
    const cache = createCache.secure({ backend: redis({ client }), masterKey, l1 });
    const isPromoted = async () => (await replica.ask('ROLE')).includes('master');
    try {
      await underTraffic(cache, {
        fail: () => master.kill(),
        mend: () => vi.waitUntil(isPromoted, PATIENCE),
        concerns,
        // The replica may not have the last writes: Redis does not wait for it.
        reverts: true,
        within: PROMOTED_WITHIN_MS,
      });
    } finally {
      close();
    }
  }

  describe('in a cluster', () => {
    let cluster: RedisCluster;
    beforeEach(async () => {
      cluster = await RedisCluster.start('--cluster-node-timeout', '2000');
    });
    afterEach(() => cluster?.stop());

    const kinds: readonly [string, () => Promise<Opened>][] = [
      ['node-redis', () => nodeRedisCluster(cluster.urls)],
      ['ioredis', () => ioredisCluster(cluster.ports)],
    ];
    test.each(kinds)('the keys of its slots by %s', async (_, connect) => {
      const { master, lastSlot } = cluster.first;
      const replica = await cluster.addReplica(master);
      await failOver(await connect(), master, replica, (key) => slotOf(key) <= lastSlot);
    });
  });

  describe('behind a sentinel', () => {
    let master: RedisServer;
    let replica: RedisServer;
    let sentinel: RedisServer;
    beforeEach(async () => {
      master = await RedisServer.start('--repl-diskless-sync-delay', '0');
      replica = await RedisServer.start('--replicaof', `127.0.0.1 ${master.port}`);
      sentinel = await RedisServer.startSentinel(SENTINEL_NAME, master);
      await sentinel.ask(`SENTINEL SET ${SENTINEL_NAME} down-after-milliseconds 2000`);
      await vi.waitUntil(async () => {
        const link = await replica.ask('INFO replication');
        const replicas = await sentinel.ask(`SENTINEL REPLICAS ${SENTINEL_NAME}`);
        return link.includes('master_link_status:up') && replicas.includes(`${replica.port}`);
      }, PATIENCE);
    });
    afterEach(async () => {
      for (const server of [sentinel, replica, master]) await server.stop();
    });

    const kinds: readonly [string, () => Promise<Opened>][] = [
      ['node-redis', () => nodeRedisSentinel(SENTINEL_NAME, sentinel.port)],
      ['ioredis', () => ioredisSentinel(SENTINEL_NAME, sentinel.port)],
    ];
    test.each(kinds)('by %s', async (_, connect) => {
      await failOver(await connect(), master, replica);
    });
  });
});
