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

/**
 * Eight bytes each, as the numbers that `DataView.setFloat64` writes back in little-endian order, with
 * zeros at the end. No NaN, whose bits may change on the way, is among them: it would need 0xFF, or 0xF0
 * and more before 0x7F, which UTF-8 has nowhere and a header not in its last two of eight bytes.
 */
export function quadsOf(bytes: Uint8Array): Float64Array {
  const padded = new Uint8Array(8 * Math.ceil(bytes.length / 8));
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return Float64Array.from({ length: padded.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
}
