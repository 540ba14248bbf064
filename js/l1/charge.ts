/**
 * Bytes of heap an entry takes besides key and content on V8: the entry object, its slots in the LRU's
 * arrays and maps, its place in the namespace index and the header of its byte array. Measured by
 * test/unit/l1/heap.test.ts, which fails when it stops being true.
 */
const OVERHEAD_BYTES = 400;

/** What an entry is charged: two bytes per UTF-16 unit of its key, its content and the overhead. */
export function chargeOf(key: string, contentBytes: number): number {
  return OVERHEAD_BYTES + 2 * key.length + contentBytes;
}
