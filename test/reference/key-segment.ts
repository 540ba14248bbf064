/** A key as the one path segment of the cache service (PROTOCOL §10.2). */
import { utf8 } from './bytes.ts';

const RAW = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
/** Left raw by some encoders, all of them or none. */
const VARIANT = "!*'()";
const RESERVED = ['', '.', '..', 'health', 'ttl', 'lock'];

/** The segment, and the other one a client may send. */
export function keySegments(key: string): readonly string[] {
  return [...new Set([keySegment(key), segmentOf(key, RAW + VARIANT)])];
}

export function keySegment(key: string): string {
  return segmentOf(key, RAW);
}

function segmentOf(key: string, raw: string): string {
  if (RESERVED.includes(key)) throw new TypeError('no URL can carry this key');
  let segment = '';
  for (const byte of utf8(key)) {
    const character = String.fromCharCode(byte);
    segment += raw.includes(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return segment;
}
