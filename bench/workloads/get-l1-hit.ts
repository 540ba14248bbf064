import { createCache } from '../../js/node.ts';
import { KEY, MapBackend, V64 } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Plaintext `get` that L1 answers with the one value all share. */
export const workload: Workload = {
  n: 1_000,
  async setup() {
    const l1 = { isolation: 'shared' } as const;
    const cache = createCache({ backend: new MapBackend(), l1, metrics: false });
    await cache.set(KEY, V64);
    return () => cache.get(KEY);
  },
};
