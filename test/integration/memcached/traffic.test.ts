/** One of two servers fails under 200 calls a second. */
import { Utils } from 'memjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import { createCache, generateKey } from '../../../js/node.ts';
import { underTraffic } from '../../helpers/fault-traffic.ts';
import { MemcachedServer } from './memcached-server.ts';

/** As docs/backends.md says. */
const WITHIN_MS = 10_000;

let servers: [MemcachedServer, MemcachedServer];
beforeEach(async () => {
  servers = [await MemcachedServer.start(), await MemcachedServer.start()];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
});

const faults: readonly [string, (server: MemcachedServer) => unknown, typeof mend][] = [
  ['killed and started again, empty', (server) => server.stop(), (server) => server.restart()],
  ['stalled and going on', (server) => server.pause(), (server) => server.resume()],
];
function mend(_: MemcachedServer): unknown {
  return undefined;
}

describe('one of two servers', { timeout: 180_000 }, () => {
  test.each(faults)('%s', async (_, fail, goOn) => {
    const [first] = servers;
    const backend = memcached({ servers: servers.map(({ address }) => address) });
    // Every call goes to the store.
    const l1 = { enabled: false };
    const cache = createCache.secure({ backend, masterKey: generateKey(), l1 });
    const { before, down } = await underTraffic(cache, {
      fail: async () => fail(first),
      lasts: 6_000,
      mend: async () => goOn(first),
      concerns: (key) => Utils.hashCode(key) % 2 === 0,
      within: WITHIN_MS,
    });
    // The keys of the other server are used all the time.
    expect(down.stored / down.calls).toBeGreaterThan(before.stored / before.calls / 4);
  });
});
