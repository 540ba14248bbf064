/** What every backend does, over a real server and each kind of client. */
import { afterAll, beforeAll } from 'vitest';
import type { RedisBackendOptions } from '../../../js/backends/redis/options.ts';
import { redis } from '../../../js/backends/redis/redis.ts';
import { testBackend } from '../../../js/testing/index.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { vitestRunner } from '../../helpers/vitest-runner.ts';
import { type Closing, ioredis, nodeRedis } from './clients.ts';

let server: RedisServer;
let faulty = false;
const closing: Closing[] = [];

beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());

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
  testBackend(vitestRunner, {
    name: `Redis by ${kind}`,
    supports: ['getWithTtl', 'getMany', 'setMany', 'deleteMany', 'ttl', 'locks'],
    // The time is the server's, whoever sends the command: waited for once.
    time: kind === 'a url' ? 'real' : 'untested',
    create: async () => {
      await server.ask('FLUSHALL');
      return redis(await options());
    },
    cleanup: async () => {
      for (const close of closing.splice(0)) close();
      if (!faulty) return;
      faulty = false;
      await server.kill();
      await server.restart();
    },
    break: async () => {
      faulty = true;
      await server.kill();
    },
    stall: () => {
      faulty = true;
      server.pause();
    },
  });
}
