import { L1Cache } from '../js/node.ts';
import type { Workload } from './workload.ts';

/** A write into an L1 that is full: each one pushes the oldest entry out. */
export function setAtCapacity(entries: number): Workload {
  return {
    n: 2_000,
    async setup() {
      const cache = new L1Cache({ maxEntries: entries, maxMemory: 1_000_000_000 });
      const content = new Uint8Array(100);
      const placement = { lifetimeMs: 3_600_000, namespace: 'bench' };
      let next = 0;
      const put = () => cache.set(`bench:${next++}`, content, placement);
      for (let i = 0; i < entries; i++) put();
      return put;
    },
  };
}
