/** Bytes compared and copied four at a time: an element of a byte array costs as much as a whole word. */

/** As big-endian numbers, zeros up to a multiple of four: what `DataView.getInt32` reads and `setInt32` writes. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const padded = new Uint8Array(4 * Math.ceil(bytes.length / 4));
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return Int32Array.from({ length: padded.length / 4 }, (_, i) => view.getInt32(4 * i));
}

/** The bits of the last word of so many bytes that are not padding. */
export function lastWordMask(size: number): number {
  const rest = size % 4;
  return rest === 0 ? -1 : -1 << (8 * (4 - rest));
}
