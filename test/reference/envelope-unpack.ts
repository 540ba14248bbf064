/** Reading an envelope, every limit in its normative order (PROTOCOL §3.4). */
import { checkBounds } from './bounds.ts';
import { equal } from './bytes.ts';
import { readFields } from './envelope-fields.ts';
import { lz4Decompress } from './lz4-unpack.ts';
import { refuse } from './protocol-error.ts';
import { checksum } from './xxh3.ts';

export const maxBytes = 536_870_912;
export const maxRatio = 1000n;

/** `maxValueBytes` is the caller's own limit; it comes after all of the protocol's. */
export function unpackEnvelope(envelope: Uint8Array, maxValueBytes: number): Uint8Array {
  if (envelope.length > maxBytes) refuse('kInputTooLarge');
  checkBounds(envelope);
  const fields = readFields(envelope);
  if (fields.block.length > maxBytes) refuse('kEnvelopeSizeCap');
  if (fields.originalSize > BigInt(maxBytes)) refuse('kEnvelopeSizeCap');
  if (fields.block.length === 0) refuse('kEnvelopeEmptyData');
  if (fields.originalSize > maxRatio * BigInt(fields.block.length)) refuse('kEnvelopeRatioCap');
  if (fields.originalSize > BigInt(maxValueBytes)) refuse('kValueTooLarge');
  const value = lz4Decompress(fields.block, Number(fields.originalSize));
  if (!equal(checksum(value), fields.checksum)) refuse('kChecksumMismatch');
  return value;
}
