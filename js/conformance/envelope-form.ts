/**
 * The canonical form of an envelope around any LZ4 block (PROTOCOL §3.1): what pins a writer whose
 * blocks differ from the vectors'.
 */
import { bytesOfHex, join } from './bytes.ts';

const format = bytesOfHex('a76d73677061636b');

export function canonicalEnvelope(
  block: Uint8Array,
  checksum: Uint8Array,
  originalSize: number,
): Uint8Array {
  const sum = [...checksum].flatMap((byte) => (byte < 0x80 ? [byte] : [0xcc, byte]));
  return join(
    Uint8Array.of(0x94),
    binHeader(block.length),
    block,
    Uint8Array.of(0x98, ...sum),
    shortestUint(originalSize),
    format,
  );
}

/** The block of an envelope with element 0 as bin. */
export function blockIn(envelope: Uint8Array): Uint8Array {
  const { start, size } = binAt(envelope);
  return envelope.subarray(start, start + size);
}

/** The checksum of an envelope with element 0 as bin. */
export function checksumIn(envelope: Uint8Array): Uint8Array {
  const { start, size } = binAt(envelope);
  const out: number[] = [];
  let at = start + size + 1;
  while (out.length < 8) {
    const byte = envelope[at++] ?? -1;
    out.push(byte === 0xcc ? (envelope[at++] ?? -1) : byte);
  }
  return Uint8Array.from(out);
}

/** An LZ4 block of literals alone. */
export function literalBlock(value: Uint8Array): Uint8Array {
  if (value.length < 15) return join(Uint8Array.of(value.length << 4), value);
  const beyond = value.length - 15;
  const runs = new Uint8Array(Math.floor(beyond / 255)).fill(255);
  return join(Uint8Array.of(0xf0), runs, Uint8Array.of(beyond % 255), value);
}

function binAt(envelope: Uint8Array): { readonly start: number; readonly size: number } {
  const view = new DataView(envelope.buffer, envelope.byteOffset, envelope.byteLength);
  const marker = envelope[1];
  if (envelope[0] !== 0x94) throw new Error('an envelope begins with 94');
  if (marker === 0xc4) return { start: 3, size: view.getUint8(2) };
  if (marker === 0xc5) return { start: 4, size: view.getUint16(2) };
  if (marker === 0xc6) return { start: 6, size: view.getUint32(2) };
  throw new Error('element 0 of a written envelope is bin');
}

function binHeader(size: number): Uint8Array {
  if (size <= 0xff) return Uint8Array.of(0xc4, size);
  if (size <= 0xffff) return Uint8Array.of(0xc5, size >> 8, size & 0xff);
  return Uint8Array.of(0xc6, ...bigEndian32(size));
}

function shortestUint(value: number): Uint8Array {
  if (value < 0x80) return Uint8Array.of(value);
  if (value <= 0xff) return Uint8Array.of(0xcc, value);
  if (value <= 0xffff) return Uint8Array.of(0xcd, value >> 8, value & 0xff);
  return Uint8Array.of(0xce, ...bigEndian32(value));
}

function bigEndian32(value: number): Uint8Array {
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, value);
  return out;
}
