import { createCache } from '../../js/node.ts';
import { KEY, MASTER_KEY, MapBackend, VALUE } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Encrypted `set`, then `get`, without L1. */
export const workload: Workload = {
  n: 1_000,
  async setup() {
    const cache = createCache({
      backend: new MapBackend(),
      encryption: { masterKey: MASTER_KEY },
      l1: { enabled: false },
      metrics: false,
    });
    await cache.set(KEY, VALUE);
    return async () => {
      await cache.set(KEY, VALUE);
      await cache.get(KEY);
    };
  },
};
