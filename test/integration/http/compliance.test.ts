/** What every backend does, over the cache service in workerd. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { CachekitIOBackend } from '../../../js/backends/http/cachekitio.ts';
import type { Backend, TTLBackend } from '../../../js/backends/backend.ts';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { backendSuite } from '../../suites/backend-suite.ts';
import { apiKeyOf, backendOf } from './service-client.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startService();
}, 120_000);
afterAll(() => service.stop());

backendSuite('the cache service', {
  // Its time is the service's: test-workers/service has what depends on it.
  ownClock: true,
  capabilities: ['getWithTtl', 'TTLBackend'],
  // A tenant of its own is an empty store.
  open: async () => suiteView(backendOf(service, await apiKeyOf(service, 'sdk'))),
});

/**
 * The backend as the suite wants a store. The service takes fewer characters in a key than the suite
 * tries, and does not tell whether a delete met anything; locks have tests of their own for the same
 * reason.
 */
function suiteView(backend: CachekitIOBackend): TTLBackend & Required<Pick<Backend, 'getWithTtl'>> {
  const named = (key: string): string => `k-${Buffer.from(key).toString('base64url')}`;
  return {
    get: (key) => backend.get(named(key)),
    getWithTtl: (key) => backend.getWithTtl(named(key)),
    set: (key, value, ttlSeconds) => backend.set(named(key), value, ttlSeconds),
    exists: (key) => backend.exists(named(key)),
    close: () => backend.close(),
    getTTL: (key) => backend.getTTL(named(key)),
    refreshTTL: (key, ttlSeconds) => backend.refreshTTL(named(key), ttlSeconds),
    delete: async (key) => {
      const existed = await backend.exists(named(key));
      expect(await backend.delete(named(key))).toBe(true);
      return existed;
    },
  };
}
