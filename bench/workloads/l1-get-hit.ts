import { L1Cache } from '../../js/node.ts';
import { KEY } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** A look into L1 alone. */
export const workload: Workload = {
  n: 5_000,
  async setup() {
    const cache = new L1Cache();
    cache.set(KEY, new Uint8Array(100), { lifetimeMs: 3_600_000, namespace: 'bench' });
    return () => cache.get(KEY);
  },
};
