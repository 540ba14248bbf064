import { Decoder } from '../codec/decoder.ts';
import { Encoder } from '../codec/encoder.ts';
import { SerializationError } from '../errors.ts';

/**
 * What an entry says about itself in front of its encoded value: under the seal where there is one, so
 * that a store can change none of it. Entries that need no label have none and are what every CacheKit
 * SDK writes; a labelled one is for sealcache alone (docs/cache.md).
 *
 * On the wire: MessagePack ext 16 of type 83, then the value. The codec writes no ext, so that no
 * value of a user begins like a label.
 */
export interface EntryLabel {
  /** Milliseconds since the epoch from which the value is stale; 0 where it stays fresh. */
  readonly freshUntil: number;
  /** Seconds of life that each use gives back; 0 where uses change nothing. */
  readonly slidingTtl: number;
  /** Each tag with the version it had when the value was made. */
  readonly tags: ReadonlyMap<string, string>;
}

/** An entry's two parts. `value` is a view of what was split. */
export interface LabelledBytes {
  readonly label: EntryLabel | null;
  readonly value: Uint8Array;
}

const EXT_16 = 0xc8;
/** "S". */
const TYPE = 83;
const HEADER = 4;
/** Most tags of one entry. */
export const MAX_TAGS = 64;
const MAX_LABEL_BYTES = 32 * 1024;
const LIMITS = {
  maxEncodedSize: MAX_LABEL_BYTES,
  maxDecodedSize: MAX_LABEL_BYTES,
  maxCollectionSize: 2 * MAX_TAGS + 2,
  maxDepth: 1,
};

const encoder = new Encoder(LIMITS);
const decoder = new Decoder(LIMITS);

/** @throws {ValueTooLargeError} above 32 KiB */
export function withLabel(label: EntryLabel, value: Uint8Array): Uint8Array {
  const { freshUntil, slidingTtl, tags } = label;
  const body = encoder.encode([freshUntil, slidingTtl, ...[...tags].flat()]);
  const bytes = new Uint8Array(HEADER + body.length + value.length);
  bytes.set([EXT_16, body.length >> 8, body.length & 0xff, TYPE]);
  bytes.set(body, HEADER);
  bytes.set(value, HEADER + body.length);
  return bytes;
}

/** @throws {SerializationError} for a label that is none of ours */
export function splitLabel(encoded: Uint8Array): LabelledBytes {
  if (encoded[0] !== EXT_16 || encoded[3] !== TYPE) return { label: null, value: encoded };
  const end = HEADER + (((encoded[1] ?? 0) << 8) | (encoded[2] ?? 0));
  if (end > encoded.length || end > HEADER + MAX_LABEL_BYTES) throw malformed();
  return {
    label: labelOf(decoder.decode(encoded.subarray(HEADER, end))),
    value: encoded.subarray(end),
  };
}

function labelOf(fields: unknown): EntryLabel {
  if (!Array.isArray(fields)) throw malformed();
  const [freshUntil, slidingTtl, ...pairs]: readonly unknown[] = fields;
  if (!isCount(freshUntil) || !isCount(slidingTtl) || pairs.length % 2 !== 0) throw malformed();
  const tags = new Map<string, string>();
  for (let i = 0; i < pairs.length; i += 2) {
    const tag = pairs[i];
    const version = pairs[i + 1];
    if (typeof tag !== 'string' || typeof version !== 'string') throw malformed();
    tags.set(tag, version);
  }
  return { freshUntil, slidingTtl, tags };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function malformed(): SerializationError {
  return new SerializationError('the label of a stored entry is malformed');
}
