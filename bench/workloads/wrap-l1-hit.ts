import { createCache } from '../../js/node.ts';
import { ARGS, MapBackend, V100 } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** A wrapped call that L1 answers, plaintext, its arguments hashed. */
export const workload: Workload = {
  n: 300,
  async setup() {
    const cache = createCache({ backend: new MapBackend(), metrics: false });
    const load = cache.wrap(async (..._args: typeof ARGS) => V100, {
      namespace: 'bench',
      ttl: 3600,
    });
    await load(...ARGS);
    return () => load(...ARGS);
  },
};
