/** Strings as UTF-8 with the shortest header. Short ones never leave JavaScript. */
import { SerializationError } from '../errors.ts';
import type { Output } from './output.ts';

/** Up to this many UTF-16 units a loop is faster than a call into the platform's encoder. */
export const SHORT_STRING = 64;

const encoder = new TextEncoder();

export function writeString(out: Output, text: string): void {
  const length = text.length;
  if (length > SHORT_STRING) {
    writeLong(out, text);
    return;
  }
  out.reserve(2 + 3 * SHORT_STRING);
  const bytes = out.bytes;
  let pos = out.pos + (length < 32 ? 1 : 2);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      writeShortUtf8(out, text);
      return;
    }
    bytes[pos++] = unit;
  }
  writeShortHeader(out, length);
  out.pos = pos;
}

function writeShortHeader(out: Output, size: number): void {
  if (size < 32) {
    out.bytes[out.pos++] = 0xa0 | size;
  } else {
    out.bytes[out.pos++] = 0xd9;
    out.bytes[out.pos++] = size;
  }
}

/** The caller has reserved room. At most 192 bytes, so the 8-bit header is the widest. */
function writeShortUtf8(out: Output, text: string): void {
  writeShortHeader(out, utf8Length(text));
  const bytes = out.bytes;
  let pos = out.pos;
  for (let i = 0; i < text.length; i++) {
    let point = text.charCodeAt(i);
    if (point < 0x80) {
      bytes[pos++] = point;
      continue;
    }
    if (point < 0x800) {
      bytes[pos++] = 0xc0 | (point >> 6);
    } else if (point < 0xd800 || point > 0xdfff) {
      bytes[pos++] = 0xe0 | (point >> 12);
      bytes[pos++] = 0x80 | ((point >> 6) & 0x3f);
    } else {
      point = 0x10000 + ((point & 0x3ff) << 10) + (text.charCodeAt(++i) & 0x3ff);
      bytes[pos++] = 0xf0 | (point >> 18);
      bytes[pos++] = 0x80 | ((point >> 12) & 0x3f);
      bytes[pos++] = 0x80 | ((point >> 6) & 0x3f);
    }
    bytes[pos++] = 0x80 | (point & 0x3f);
  }
  out.pos = pos;
}

/** Bytes of `text` in UTF-8. Throws `SerializationError` for a lone surrogate. */
function utf8Length(text: string): number {
  let size = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      size += 1;
    } else if (unit < 0xd800 || unit > 0xdfff) {
      size += 2;
    } else {
      const next = text.charCodeAt(i + 1);
      // NaN past the end, so a trailing high surrogate fails the comparison too.
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) refuseLoneSurrogate();
      size += 2;
      i += 1;
    }
  }
  return size;
}

/** Guesses the header of an all-ASCII string and moves the bytes only when the guess was wrong. */
function writeLong(out: Output, text: string): void {
  const length = text.length;
  if (length > out.limit) out.refuse();
  if (!text.isWellFormed()) refuseLoneSurrogate();
  out.reserve(5 + length);
  const start = out.pos;
  const guess = headerSize(length);
  let result = encoder.encodeInto(text, out.bytes.subarray(start + guess));
  if (result.read < length) {
    // Each of the units left needs at most three bytes; `reserve` refuses what exceeds the limit
    // before it commits memory, so first ask for the least they can need.
    out.reserve(guess + result.written + (length - result.read));
    reserveUpTo(out, 5 + result.written + 3 * (length - result.read));
    result = encoder.encodeInto(text, out.bytes.subarray(start + guess));
    if (result.read < length) out.refuse();
  }
  const size = result.written;
  const header = headerSize(size);
  if (header !== guess) {
    out.reserve(header + size);
    out.bytes.copyWithin(start + header, start + guess, start + guess + size);
  }
  writeLongHeader(out, size);
  out.pos = start + header + size;
}

function reserveUpTo(out: Output, wanted: number): void {
  out.reserve(Math.min(wanted, Math.max(0, out.limit - out.pos)));
}

function headerSize(size: number): number {
  if (size < 32) return 1;
  if (size < 0x100) return 2;
  return size < 0x10000 ? 3 : 5;
}

function writeLongHeader(out: Output, size: number): void {
  const { bytes, view, pos } = out;
  if (size < 0x100) {
    bytes[pos] = 0xd9;
    bytes[pos + 1] = size;
  } else if (size < 0x10000) {
    bytes[pos] = 0xda;
    view.setUint16(pos + 1, size);
  } else {
    bytes[pos] = 0xdb;
    view.setUint32(pos + 1, size);
  }
}

function refuseLoneSurrogate(): never {
  throw new SerializationError(
    'A string holds a lone surrogate, which UTF-8 cannot carry; repair it with toWellFormed()',
  );
}
