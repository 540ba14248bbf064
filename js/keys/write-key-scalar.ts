/** Scalars as they are hashed, and the tags for what MessagePack has no type for. */

import { writeNumber } from '../codec/write-scalar.ts';
import { MAX_BIGINT_BITS } from '../codec/write-special.ts';
import { writeString } from '../codec/write-string.ts';
import type { ArgumentWalk } from './argument-walk.ts';
import type { KeyOutput } from './key-output.ts';

/** MessagePack never uses this byte, so a tag cannot be taken for anything else. */
const TAG = 0xc1;

/** Part of the keys that are stored: docs/cache-keys.md. Never renumber. */
export const TAG_UNDEFINED = 0x01;
export const TAG_HOLE = 0x02;
export const TAG_BIGINT = 0x03;
export const TAG_DATE = 0x04;
export const TAG_MAP = 0x05;
export const TAG_SET = 0x06;
export const TAG_PLAIN_DATE = 0x07;
export const TAG_PLAIN_TIME = 0x08;

export function writeTag(out: KeyOutput, tag: number): void {
  out.reserve(2);
  out.bytes[out.pos] = TAG;
  out.bytes[out.pos + 1] = tag;
  out.pos += 2;
}

/** −0 becomes 0 (PROTOCOL §1.2), and every NaN the same one. */
export function writeKeyNumber(out: KeyOutput, value: number): void {
  if (Number.isNaN(value)) {
    out.reserve(9);
    out.bytes[out.pos] = 0xcb;
    writeNan(out, out.pos + 1);
    out.pos += 9;
  } else {
    // Adding 0 is what turns −0 into 0.
    writeNumber(out, value + 0);
  }
}

/** An engine may choose the bits of a NaN freely, or keep those it was read with. */
function writeNan(out: KeyOutput, at: number): void {
  out.view.setUint32(at, 0x7ff80000);
  out.view.setUint32(at + 4, 0);
}

export function writeKeyBigInt(walk: ArgumentWalk, value: bigint): void {
  if (BigInt.asIntN(MAX_BIGINT_BITS, value) !== value) {
    walk.refuseSize(`is a BigInt of more than ${MAX_BIGINT_BITS} bits; pass a digest of it`);
  }
  writeTag(walk.out, TAG_BIGINT);
  writeString(walk.out, value.toString(16));
}

/** Milliseconds since the epoch, in whole numbers by definition of Date. */
export function writeKeyDate(out: KeyOutput, ms: number): void {
  writeTag(out, TAG_DATE);
  writeKeyNumber(out, ms);
}
