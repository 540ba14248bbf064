/** Puts the encoded entries of a Map or Set in the order of their bytes. */
import type { KeyOutput } from './key-output.ts';

/**
 * `starts` holds where each entry begins; the last one ends at `out.pos`. No entry's encoding is the
 * beginning of another's, so that comparing pairs compares their keys first.
 */
export function sortSegments(out: KeyOutput, starts: readonly number[]): void {
  const { bytes, pos: end } = out;
  const first = starts[0];
  if (first === undefined) return;
  const segments = starts.map((start, i) => bytes.subarray(start, starts[i + 1] ?? end));
  if (isSorted(segments)) return;
  const copies = segments.map((segment) => segment.slice()).sort(compareBytes);
  let pos = first;
  for (const copy of copies) {
    bytes.set(copy, pos);
    pos += copy.length;
  }
}

function isSorted(segments: readonly Uint8Array[]): boolean {
  return segments.every((segment, i) => {
    const before = segments[i - 1];
    return before === undefined || compareBytes(before, segment) <= 0;
  });
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
