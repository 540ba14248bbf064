/** Bytes as vector files spell them: hex, or a list of {hex, count} where hex would be huge. */
import { createHash } from 'node:crypto';
import { concat, fromHex, hex } from '../bytes.ts';

export interface Piece {
  readonly hex: string;
  readonly count: number;
}

export type Spelled = string | readonly { readonly [key: string]: string | number }[];

/** Runs of one or two bytes from this length on are spelled as a count. */
const runBytes = 64;
const plainBytes = 600;

export function build(pieces: readonly Piece[]): Uint8Array {
  return concat(...pieces.map(({ hex: unit, count }) => repeat(fromHex(unit), count)));
}

export function repeat(unit: Uint8Array, count: number): Uint8Array {
  const out = new Uint8Array(unit.length * count);
  for (let i = 0; i < count; i++) out.set(unit, i * unit.length);
  return out;
}

export function spell(bytes: Uint8Array): Spelled {
  if (bytes.length <= plainBytes) return hex(bytes);
  const pieces: { hex: string; count: number }[] = [];
  let literalFrom = 0;
  const flush = (to: number): void => {
    if (to > literalFrom) pieces.push({ hex: hex(bytes.subarray(literalFrom, to)), count: 1 });
  };
  for (let at = 0; at < bytes.length; ) {
    const one = runLength(bytes, at, 1);
    const unit = one >= runBytes ? 1 : 2;
    const run = unit === 1 ? one : runLength(bytes, at, 2);
    if (run >= runBytes) {
      flush(at);
      pieces.push({ hex: hex(bytes.subarray(at, at + unit)), count: run / unit });
      literalFrom = at + run;
    }
    at += run >= runBytes ? run : 1;
  }
  flush(bytes.length);
  return pieces;
}

/** Bytes from `at` on that repeat a unit of `unit` bytes, a whole number of units. */
function runLength(bytes: Uint8Array, at: number, unit: number): number {
  let end = at + unit;
  while (end < bytes.length && bytes[end] === bytes[end - unit]) end++;
  return end > bytes.length ? 0 : end - at - ((end - at) % unit);
}

/** Deterministic bytes that look random: SHA-256 of a label and a counter. */
export function seeded(label: string, size: number): Uint8Array {
  let out: Uint8Array = new Uint8Array(0);
  for (let i = 0; out.length < size; i++) {
    out = concat(out, new Uint8Array(createHash('sha256').update(`${label}/${i}`).digest()));
  }
  return out.slice(0, size);
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
