/** What every backend does, over a real server and each kind of client. */
import { afterAll, beforeAll } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import type { RedisBackendOptions } from '../../../js/backends/redis/options.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { backendSuite } from '../../suites/backend-suite.ts';
import { type Closing, ioredis, nodeRedis } from './clients.ts';

let server: RedisServer;
let admin: Awaited<ReturnType<typeof nodeRedis>>;
const closing: Closing[] = [];

beforeAll(async () => {
  server = await RedisServer.start();
  admin = await nodeRedis(server.url);
});
afterAll(async () => {
  admin.close();
  await server.stop();
});

const kinds: readonly [string, () => Promise<RedisBackendOptions>][] = [
  ['a url', async () => ({ url: server.url })],
  [
    'a client of node-redis',
    async () => {
      const { client, close } = await nodeRedis(server.url);
      closing.push(close);
      return { client };
    },
  ],
  [
    'a client of ioredis',
    async () => {
      const { client, close } = await ioredis(server.url);
      closing.push(close);
      return { client };
    },
  ],
];

for (const [kind, options] of kinds) {
  backendSuite(`Redis by ${kind}`, {
    // Its time is the server's: operations.test.ts has what depends on it.
    ownClock: true,
    capabilities: [
      'getWithTtl',
      'getMany',
      'setMany',
      'deleteMany',
      'TTLBackend',
      'LockableBackend',
    ],
    open: async () => {
      await admin.client.flushAll();
      return redis(await options());
    },
    cleanUp: async () => {
      for (const close of closing.splice(0)) close();
    },
  });
}
