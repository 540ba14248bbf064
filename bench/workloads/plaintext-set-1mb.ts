import { createCache } from '../../js/node.ts';
import { KEY, MapBackend } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Plaintext `set` of a megabyte of long strings. */
export const workload: Workload = {
  n: 20,
  async setup() {
    const serializer = { maxEncodedSize: 4 << 20, maxDecodedSize: 4 << 20 };
    const cache = createCache({ backend: new MapBackend(), serializer, metrics: false });
    const value = { lines: Array.from({ length: 1024 }, (_, i) => String(i).padEnd(1024, 'x')) };
    await cache.set(KEY, value);
    return () => cache.set(KEY, value);
  },
};
