/**
 * Bytes an entry takes besides its strings and its content: the entry object with its boxed numbers,
 * its links and its slot in the map, its place in the namespace index, and the objects of a byte
 * array (about 430 on the heap of V8 in Node.js 24, and some 80 outside of it). Judged by
 * test/unit/l1/heap.test.ts, which fails when the heap grows past what entries are charged.
 */
export const ENTRY_OVERHEAD = 512;

/** Bytes a tag takes besides its text: its slot in the entry, its place in the index. */
const TAG_OVERHEAD = 64;

/** What an entry is charged, bytes. Strings count two bytes per UTF-16 unit, the most they can take. */
export function chargeOf(
  key: string,
  namespace: string,
  contentBytes: number,
  tags: readonly string[] = [],
): number {
  let bytes = ENTRY_OVERHEAD + 2 * (key.length + namespace.length) + contentBytes;
  for (const tag of tags) bytes += TAG_OVERHEAD + 2 * tag.length;
  return bytes;
}
