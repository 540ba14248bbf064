import { createCache } from '../../js/node.ts';
import { KEY, MapBackend, V64 } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Plaintext `get` that L1 answers with a value of the caller's own. */
export const workload: Workload = {
  n: 5_000,
  async setup() {
    const cache = createCache({ backend: new MapBackend(), metrics: false });
    await cache.set(KEY, V64);
    return () => cache.get(KEY);
  },
};
