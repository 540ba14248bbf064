import { createCache } from '../../js/node.ts';
import { KEY, MapBackend, VALUE } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Plaintext `set` with L1. */
export const workload: Workload = {
  n: 1_000,
  async setup() {
    const cache = createCache({ backend: new MapBackend(), metrics: false });
    await cache.set(KEY, VALUE);
    return () => cache.set(KEY, VALUE);
  },
};
