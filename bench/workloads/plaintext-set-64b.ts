import { createCache } from '../../js/node.ts';
import { KEY, MapBackend, V64 } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Plaintext `set` with L1. */
export const workload: Workload = {
  n: 300,
  async setup() {
    const cache = createCache({ backend: new MapBackend(), metrics: false });
    await cache.set(KEY, V64);
    return () => cache.set(KEY, V64);
  },
};
