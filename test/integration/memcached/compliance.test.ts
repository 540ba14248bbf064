/** What every backend does, over a real server. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { Backend } from '../../../js/backends/backend.ts';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import { backendSuite } from '../../suites/backend-suite.ts';
import { MemcachedServer } from './memcached-server.ts';

let servers: MemcachedServer[] = [];

beforeAll(async () => {
  servers = [await MemcachedServer.start('-I', '2m'), await MemcachedServer.start('-I', '2m')];
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** The suite's keys are any text; Memcached takes few. operations.test.ts has those of its own. */
class DigestedKeys implements Backend {
  readonly #store: Backend;
  constructor(store: Backend) {
    this.#store = store;
  }
  get = (key: string) => this.#store.get(digest(key));
  set = (key: string, value: Uint8Array, ttl?: number) => this.#store.set(digest(key), value, ttl);
  delete = (key: string) => this.#store.delete(digest(key));
  exists = (key: string) => this.#store.exists(digest(key));
  close = () => this.#store.close();
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

backendSuite('Memcached, two servers', {
  ownClock: true,
  open: async () => {
    for (const server of servers) await server.ask('flush_all');
    return new DigestedKeys(
      memcached({
        servers: servers.map(({ address }) => address),
        maxItemSizeBytes: 2 * 1024 * 1024,
        // Two cores are shared by whatever else runs.
        timeout: 10_000,
      }),
    );
  },
});
