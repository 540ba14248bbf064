import { createCache } from '../../js/node.ts';
import { KEY, MASTER_KEY, MapBackend, V100_STRING } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Encrypted `set` with L1, keys derived. */
export const workload: Workload = {
  n: 300,
  async setup() {
    const cache = createCache({
      backend: new MapBackend(),
      encryption: { masterKey: MASTER_KEY },
      metrics: false,
    });
    await cache.set(KEY, V100_STRING);
    return () => cache.set(KEY, V100_STRING);
  },
};
