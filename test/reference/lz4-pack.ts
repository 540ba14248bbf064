/** An LZ4 block that holds its input as literals: valid everywhere, never smaller (PROTOCOL §3.1). */
import { concat } from './bytes.ts';

export function lz4Literals(data: Uint8Array): Uint8Array {
  return concat(lz4Token(data.length, 0), data);
}

/** A token for `literals` literals and the match nibble, with the extension of the literal length. */
export function lz4Token(literals: number, matchNibble: number): Uint8Array {
  if (literals < 15) return Uint8Array.of((literals << 4) | matchNibble);
  return concat(Uint8Array.of(0xf0 | matchNibble), lz4Extension(literals - 15));
}

/** A length beyond 15, as runs of 255 and a rest below it. */
export function lz4Extension(length: number): Uint8Array {
  const out = new Uint8Array(Math.floor(length / 255) + 1).fill(255);
  out[out.length - 1] = length % 255;
  return out;
}

/** Literals, then a match that copies `length` (at least 4) bytes from `offset` back. */
export function lz4Sequence(literals: Uint8Array, offset: number, length: number): Uint8Array {
  const beyond = length - 4;
  return concat(
    lz4Token(literals.length, Math.min(beyond, 15)),
    literals,
    Uint8Array.of(offset & 255, offset >> 8),
    beyond < 15 ? new Uint8Array(0) : lz4Extension(beyond - 15),
  );
}
