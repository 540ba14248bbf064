/** The container of interop v2 (PROTOCOL §9). */
import { allocate } from './allocation.ts';
import { checkBounds } from './bounds.ts';
import { concat } from './bytes.ts';
import { FieldReader } from './envelope-fields.ts';
import { bin, uint } from './envelope-pack.ts';
import { maxBytes, maxRatio } from './envelope-unpack.ts';
import { lz4Decompress } from './lz4-unpack.ts';
import { refuse } from './protocol-error.ts';

/** Method 0: the reference's blocks, all literals, are never smaller than the value. */
export function packContainer(value: Uint8Array): Uint8Array {
  if (value.length > maxBytes) refuse('kInputTooLarge');
  return encodeContainer(0, value.length, value);
}

/** The canonical form around any fields. */
export function encodeContainer(
  method: number,
  originalSize: bigint | number,
  payload: Uint8Array,
): Uint8Array {
  const head = Uint8Array.of(0xc1, 0x02, 0x93);
  return concat(head, uint(method), uint(originalSize), bin(payload));
}

/** `maxValueBytes` is the caller's own limit; it comes after all of the protocol's. */
export function unpackContainer(container: Uint8Array, maxValueBytes: number): Uint8Array {
  if (container[0] !== 0xc1) refuse('kInteropMagic');
  if (container[1] !== 0x02) refuse('kInteropMalformed');
  const body = container.subarray(2);
  checkBounds(body);
  const reader = new FieldReader(body, 'kInteropMalformed');
  if (reader.arrayLength() !== 3) refuse('kInteropMalformed');
  const method = reader.uint();
  if (method > 1n) refuse('kInteropMalformed');
  const size = reader.uint();
  const payload = reader.bin();
  if (payload.length > maxBytes || size > BigInt(maxBytes)) refuse('kEnvelopeSizeCap');
  if (method === 0n) {
    if (size !== BigInt(payload.length)) refuse('kLengthMismatch');
  } else {
    if (payload.length === 0) refuse('kEnvelopeEmptyData');
    if (size > maxRatio * BigInt(payload.length)) refuse('kEnvelopeRatioCap');
  }
  if (size > BigInt(maxValueBytes)) refuse('kValueTooLarge');
  if (method === 1n) return lz4Decompress(payload, Number(size));
  const value = allocate(payload.length);
  value.set(payload);
  return value;
}
