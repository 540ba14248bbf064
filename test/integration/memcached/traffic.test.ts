/** One of two servers fails under 200 calls a second. */
import { Utils } from 'memjs';
import { afterEach, beforeEach, describe, test } from 'vitest';
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

describe('one of two servers killed and started again, empty', { timeout: 180_000 }, () => {
  test('its keys are used again', async () => {
    const [first] = servers;
    const backend = memcached({ servers: servers.map(({ address }) => address) });
    // Every call goes to the store.
    const l1 = { enabled: false };
    await underTraffic(createCache.secure({ backend, masterKey: generateKey(), l1 }), {
      fail: () => first.stop(),
      mend: () => first.restart(),
      concerns: (key) => Utils.hashCode(key) % 2 === 0,
      within: WITHIN_MS,
    });
  });
});
