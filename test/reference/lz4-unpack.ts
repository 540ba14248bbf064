/** A whole LZ4 block decoder, byte by byte (PROTOCOL §3.4 steps 6 and 9). */
import { allocate } from './allocation.ts';
import { byteAt } from './bytes.ts';
import { refuse } from './protocol-error.ts';

interface Sequence {
  readonly literalsAt: number;
  readonly literals: number;
  /** Absent in the last sequence. */
  readonly match?: { readonly offset: number; readonly length: number };
}

export function lz4Decompress(block: Uint8Array, size: number): Uint8Array {
  const sequences = sequencesOf(block);
  const total = sequences.reduce((sum, s) => sum + s.literals + (s.match?.length ?? 0), 0);
  if (total !== size) refuse('kLengthMismatch');
  const out = allocate(size);
  let at = 0;
  for (const { literalsAt, literals, match } of sequences) {
    out.set(block.subarray(literalsAt, literalsAt + literals), at);
    at += literals;
    if (match === undefined) continue;
    // One byte after another: a match may overlap what it writes.
    for (const end = at + match.length; at < end; at++) out[at] = byteAt(out, at - match.offset);
  }
  return out;
}

function sequencesOf(block: Uint8Array): readonly Sequence[] {
  const found: Sequence[] = [];
  let at = 0;
  let total = 0;
  const next = (): number => {
    const byte = block[at++];
    return byte ?? refuse('kDecompressionFailed');
  };
  const lengthOf = (nibble: number): number => {
    let length = nibble;
    for (let more = nibble === 15 ? 255 : 0; more === 255; length += more) more = next();
    return length;
  };

  for (;;) {
    const token = next();
    const literals = lengthOf(token >> 4);
    const literalsAt = at;
    at += literals;
    total += literals;
    if (at > block.length) refuse('kDecompressionFailed');
    if (at === block.length) {
      // The format ends every block that has a match with at least five literals.
      if (found.length > 0 && literals < 5) refuse('kDecompressionFailed');
      found.push({ literalsAt, literals });
      return found;
    }
    const offset = next() + 256 * next();
    const length = 4 + lengthOf(token & 15);
    if (offset === 0 || offset > total) refuse('kDecompressionFailed');
    total += length;
    found.push({ literalsAt, literals, match: { offset, length } });
  }
}
