/** Numbers, headers and binary, in the shortest MessagePack form (PROTOCOL §7.3a). */
import type { Output } from './output.ts';

export const NIL = 0xc0;
export const FALSE = 0xc2;
export const TRUE = 0xc3;

export function writeByte(out: Output, byte: number): void {
  out.reserve(1);
  out.bytes[out.pos++] = byte;
}

/**
 * Safe integers travel as integers, every other number (fractions, −0, NaN, ±Infinity, integers
 * beyond ±(2^53 − 1)) as float64, so that the reader gets back an identical number.
 */
export function writeNumber(out: Output, value: number): void {
  out.reserve(9);
  if (!Number.isSafeInteger(value) || (value === 0 && Object.is(value, -0))) {
    out.bytes[out.pos] = 0xcb;
    out.view.setFloat64(out.pos + 1, value);
    out.pos += 9;
  } else if (value >= 0) {
    writeUnsigned(out, value);
  } else {
    writeNegative(out, value);
  }
}

function writeUnsigned(out: Output, value: number): void {
  const { bytes, view, pos } = out;
  if (value < 0x80) {
    bytes[pos] = value;
    out.pos = pos + 1;
  } else if (value < 0x100) {
    bytes[pos] = 0xcc;
    bytes[pos + 1] = value;
    out.pos = pos + 2;
  } else if (value < 0x10000) {
    bytes[pos] = 0xcd;
    view.setUint16(pos + 1, value);
    out.pos = pos + 3;
  } else if (value < 0x100000000) {
    bytes[pos] = 0xce;
    view.setUint32(pos + 1, value);
    out.pos = pos + 5;
  } else {
    bytes[pos] = 0xcf;
    view.setUint32(pos + 1, Math.floor(value / 0x100000000));
    view.setUint32(pos + 5, value % 0x100000000);
    out.pos = pos + 9;
  }
}

function writeNegative(out: Output, value: number): void {
  const { bytes, view, pos } = out;
  if (value >= -0x20) {
    bytes[pos] = value + 0x100;
    out.pos = pos + 1;
  } else if (value >= -0x80) {
    bytes[pos] = 0xd0;
    view.setInt8(pos + 1, value);
    out.pos = pos + 2;
  } else if (value >= -0x8000) {
    bytes[pos] = 0xd1;
    view.setInt16(pos + 1, value);
    out.pos = pos + 3;
  } else if (value >= -0x80000000) {
    bytes[pos] = 0xd2;
    view.setInt32(pos + 1, value);
    out.pos = pos + 5;
  } else {
    bytes[pos] = 0xd3;
    view.setInt32(pos + 1, Math.floor(value / 0x100000000));
    view.setUint32(pos + 5, ((value % 0x100000000) + 0x100000000) % 0x100000000);
    out.pos = pos + 9;
  }
}

/** A BigInt of −2^63 … 2^64 − 1 in the 64-bit form. */
export function writeInt64(out: Output, value: bigint): void {
  out.reserve(9);
  if (value >= 0n) {
    out.bytes[out.pos] = 0xcf;
    out.view.setBigUint64(out.pos + 1, value);
  } else {
    out.bytes[out.pos] = 0xd3;
    out.view.setBigInt64(out.pos + 1, value);
  }
  out.pos += 9;
}

export function writeArrayHeader(out: Output, count: number): void {
  if (count < 16) writeByte(out, 0x90 | count);
  else writeWideHeader(out, count, 0xdc);
}

/** `marker16` is the 16-bit form; the 32-bit form is the next byte. */
function writeWideHeader(out: Output, count: number, marker16: number): void {
  out.reserve(5);
  if (count < 0x10000) {
    out.bytes[out.pos] = marker16;
    out.view.setUint16(out.pos + 1, count);
    out.pos += 3;
  } else {
    out.bytes[out.pos] = marker16 + 1;
    out.view.setUint32(out.pos + 1, count);
    out.pos += 5;
  }
}

/**
 * Writes the header of the map whose entries begin at `start + 1`, once their number is known: the
 * keys of an object are walked only once. Only a map of 16 entries or more moves its body.
 */
export function closeMap(out: Output, start: number, count: number): void {
  if (count < 16) {
    out.bytes[start] = 0x80 | count;
    return;
  }
  const end = out.pos;
  const extra = count < 0x10000 ? 2 : 4;
  out.reserve(extra);
  out.bytes.copyWithin(start + 1 + extra, start + 1, end);
  out.pos = start;
  writeWideHeader(out, count, 0xde);
  out.pos = end + extra;
}

export function writeBinary(out: Output, data: Uint8Array): void {
  const size = data.byteLength;
  out.reserve(5 + size);
  if (size < 0x100) {
    out.bytes[out.pos] = 0xc4;
    out.bytes[out.pos + 1] = size;
    out.pos += 2;
  } else {
    writeWideHeader(out, size, 0xc5);
  }
  out.bytes.set(data, out.pos);
  out.pos += size;
}
