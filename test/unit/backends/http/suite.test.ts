import { expect } from 'vitest';
import type { TTLBackend } from '../../../../js/backends/backend.ts';
import type { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import { backendSuite } from '../../../suites/backend-suite.ts';
import { backendOf } from './backend-helpers.ts';
import { FakeService } from './fake-service.ts';

let service: FakeService;

backendSuite('cachekitio', {
  open: async (now) => {
    service = await FakeService.start({ now });
    return suiteView(backendOf(service));
  },
  cleanUp: () => service.stop(),
  capabilities: ['TTLBackend'],
});

/**
 * The backend as the suite wants a store. The service does not tell whether a delete or a release
 * met anything, and rounds freshness down: locks and `getWithTtl` have tests of their own, and
 * whether there was an entry is asked before it is deleted.
 */
function suiteView(backend: CachekitIOBackend): TTLBackend {
  return {
    get: (key) => backend.get(key),
    set: (key, value, ttlSeconds) => backend.set(key, value, ttlSeconds),
    exists: (key) => backend.exists(key),
    close: () => backend.close(),
    getTTL: (key) => backend.getTTL(key),
    refreshTTL: (key, ttlSeconds) => backend.refreshTTL(key, ttlSeconds),
    delete: async (key) => {
      const existed = await backend.exists(key);
      expect(await backend.delete(key)).toBe(true);
      return existed;
    },
  };
}
