import type { ResolvedSubject } from './resolve-subject.ts';

export const bytes = (...items: number[]): Uint8Array => Uint8Array.from(items);

/** A small value with what text encodings, C strings and signed bytes get wrong. */
export const VALUE: Uint8Array = bytes(0, 255, 128, 10, 13);

export const EVERY_BYTE: Uint8Array = Uint8Array.from({ length: 256 }, (_, i) => i);

/** Bytes whose order and number can be told, other ones for another `seed`. */
export function patterned(length: number, seed = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => ((i + seed) * 31) >> 3);
}

/** That many bytes, or as many as the store takes. */
export function sizeUpTo(length: number, { maxValueBytes = length }: ResolvedSubject): number {
  return Math.min(length, maxValueBytes);
}

/** Many names that every store takes. */
export const MANY: readonly string[] = Array.from({ length: 250 }, (_, i) => `key-${i}`);

/** A value of its own for each of them. */
export function numbered(i: number): Uint8Array {
  return bytes(i & 255, i >> 8);
}

/** Seconds that entries live in tests that wait for their end. */
export function shortLife({
  time,
  smallestTtlSeconds,
  longestTtlSeconds,
}: ResolvedSubject): number {
  return Math.min(Math.max(time === 'real' ? 3 : 60, smallestTtlSeconds), longestTtlSeconds);
}

/** Seconds that no test lasts. */
export function longLife({ smallestTtlSeconds, longestTtlSeconds }: ResolvedSubject): number {
  return Math.min(Math.max(1000, smallestTtlSeconds), longestTtlSeconds);
}

/** Seconds that are none to live. */
export function badTtls({ longestTtlSeconds }: ResolvedSubject): number[] {
  return [0, -1, Number.NaN, Number.POSITIVE_INFINITY, longestTtlSeconds + 1];
}
