/**
 * Fills a cache in a process of its own and prints what that did to memory, as JSON. Run with
 * --expose-gc; the first argument names the case.
 */
import { L1Cache } from '../../../js/l1/l1-cache.ts';
import type { L1Config } from '../../../js/l1/l1-options.ts';

export interface HeapReport {
  readonly pushed: number;
  readonly entries: number;
  readonly charged: number;
  readonly grown: number;
}

const PUSHED = 200_000;
const slab = new Uint8Array(65_536);

/** How the values of each case are made, from nothing that outlives them. */
const contents: Record<string, (index: number) => unknown> = {
  'small bytes': (index) => slab.subarray(index % 1000, (index % 1000) + 24),
  'bytes outside the heap': (index) => slab.subarray(index % 1000, (index % 1000) + 100),
  rows: (index) => ({ id: index, name: `name ${index}`, tags: ['a', `b${index}`], score: 1.5 }),
  'empty objects': () => Array.from({ length: 20 }, () => ({})),
};

const collect = globalThis.gc;
const [, , name = ''] = process.argv;
const make = contents[name];
if (collect === undefined || make === undefined) throw new Error('see the head of this file');

function memory(): number {
  collect?.();
  collect?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const shared = !(make(0) instanceof Uint8Array);
const config: L1Config = { maxEntries: 1_000_000, isolation: shared ? 'shared' : 'copy' };
make(1);
const before = memory();
const cache = new L1Cache(config);
for (let index = 0; index < PUSHED; index++) {
  const key = `user:profile:${index}`;
  // As an entry without a namespace has it, which costs more than a shared one.
  const namespace = `user:profile:${index}`;
  cache.set(key, make(index), { lifetimeMs: 3_600_000.5, namespace });
}
const grown = memory() - before;
const { entries, memoryUsed } = cache.stats;
const report: HeapReport = { pushed: PUSHED, entries, charged: memoryUsed, grown };
process.stdout.write(JSON.stringify(report));
