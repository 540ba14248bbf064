/** What every backend does, over real servers. */
import { afterAll, beforeAll } from 'vitest';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import { testBackend } from '../../../js/testing/index.ts';
import { vitestRunner } from '../../helpers/vitest-runner.ts';
import { MemcachedServer } from './memcached-server.ts';

const MAX_ITEM_BYTES = 1_500_000;

let servers: MemcachedServer[] = [];
let faulty = false;

beforeAll(async () => {
  servers = [await MemcachedServer.start('-I', '2m'), await MemcachedServer.start('-I', '2m')];
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

testBackend(vitestRunner, {
  name: 'Memcached, two servers',
  operationTimeoutMs: 20_000,
  maxKeyBytes: 250,
  // With a key of three bytes.
  maxValueBytes: MAX_ITEM_BYTES - 3,
  create: async () => {
    for (const server of servers) await server.ask('flush_all');
    return memcached({
      servers: servers.map(({ address }) => address),
      maxItemSizeBytes: MAX_ITEM_BYTES,
      // Two cores are shared by whatever else runs.
      timeout: 8000,
    });
  },
  cleanup: async () => {
    if (!faulty) return;
    faulty = false;
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(servers.map((server) => server.restart()));
  },
  break: async () => {
    faulty = true;
    await Promise.all(servers.map((server) => server.stop()));
  },
  stall: () => {
    faulty = true;
    for (const server of servers) server.pause();
  },
});
