/**
 * Padding of plaintexts, so that the length of an entry says less of its content: the bytes, then 80,
 * then zeros up to a length of the rule.
 */
import { ConfigurationError, SerializationError } from '../errors.ts';

/** Lengths that plaintexts may have: multiples of a number of bytes, or those of Padmé. */
export type PaddingRule = 'padme' | number;

const END = 0x80;
export const MIN_STEP = 16;
export const MAX_STEP = 1024 * 1024;

/** @throws {ConfigurationError} */
export function checkedPadding(given: unknown): PaddingRule | undefined {
  if (given === undefined || given === 'padme') return given;
  if (
    typeof given === 'number' &&
    Number.isInteger(given) &&
    given >= MIN_STEP &&
    given <= MAX_STEP
  ) {
    return given;
  }
  throw new ConfigurationError(
    `encryption.padding must be 'padme', or a whole number of bytes from ${MIN_STEP} to ${MAX_STEP}`,
  );
}

/** The length that so many bytes are padded to, the end mark included. */
export function paddedSize(size: number, rule: PaddingRule): number {
  const least = size + 1;
  const step = rule === 'padme' ? padmeStep(least) : rule;
  return Math.ceil(least / step) * step;
}

/**
 * Keeps as many leading bits of a length as its exponent has digits: at most 12 % are added, and of all
 * lengths below 2^n fewer than n² can be told apart.
 */
function padmeStep(size: number): number {
  const exponent = Math.floor(Math.log2(size));
  if (exponent < 1) return 1;
  return 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1);
}

/** Writes the padding of `size` bytes at the front of `bytes`. */
export function pad(bytes: Uint8Array, size: number): void {
  bytes[size] = END;
  bytes.fill(0, size + 1);
}

/**
 * A view of what was padded.
 * @throws {SerializationError} for bytes that do not end in padding
 */
export function unpadded(bytes: Uint8Array): Uint8Array {
  let end = bytes.length - 1;
  while (end >= 0 && bytes[end] === 0) end--;
  if (bytes[end] !== END) {
    throw new SerializationError(
      'the stored entry has no padding; it was written with another encryption.padding',
    );
  }
  return bytes.subarray(0, end);
}
