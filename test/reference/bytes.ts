/** Byte handling in plain loops. */

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Strict: an even number of hex digits and nothing else. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || /[^0-9a-fA-F]/.test(text)) throw new RangeError('not hex');
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) {
    out[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  }
  return out;
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** `value` as `width` big-endian bytes. */
export function bigEndian(value: bigint | number, width: number): Uint8Array {
  const out = new Uint8Array(width);
  let rest = BigInt(value);
  for (let i = width - 1; i >= 0; i--) {
    out[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return out;
}

export function readBigEndian(bytes: Uint8Array, at: number, width: number): bigint {
  let value = 0n;
  for (let i = 0; i < width; i++) value = (value << 8n) | BigInt(byteAt(bytes, at + i));
  return value;
}

export function readLittleEndian(bytes: Uint8Array, at: number, width: number): bigint {
  let value = 0n;
  for (let i = width - 1; i >= 0; i--) value = (value << 8n) | BigInt(byteAt(bytes, at + i));
  return value;
}

/** A byte that must exist: reading past the end is a fault of the reference itself. */
export function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError(`no byte at ${at}`);
  return byte;
}
