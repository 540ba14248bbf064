/** Bounds of the value codec, checked once when a codec is made. */
import {
  DEFAULT_MAX_COLLECTION_SIZE,
  DEFAULT_MAX_DECODED_SIZE,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_ENCODED_SIZE,
} from '../config/constants.ts';
import { ConfigurationError } from '../errors.ts';

export interface CodecLimits {
  /** Largest encoded value in bytes. Default 1 MiB. */
  readonly maxEncodedSize: number;
  /** Largest document `decode` looks at, in bytes. Default 10 MiB. */
  readonly maxDecodedSize: number;
  /** Most entries of one array, object, Map or Set. Default 10,000. */
  readonly maxCollectionSize: number;
  /** Most levels of nesting, 32 … 1024. Default 100. */
  readonly maxDepth: number;
}

/** What a caller may give: every field optional, `undefined` means the default. */
export type CodecLimitOptions = { readonly [K in keyof CodecLimits]?: CodecLimits[K] | undefined };

export const DEFAULT_CODEC_LIMITS: CodecLimits = Object.freeze({
  maxEncodedSize: DEFAULT_MAX_ENCODED_SIZE,
  maxDecodedSize: DEFAULT_MAX_DECODED_SIZE,
  maxCollectionSize: DEFAULT_MAX_COLLECTION_SIZE,
  maxDepth: DEFAULT_MAX_DEPTH,
});

/** PROTOCOL §8: every reader accepts 32 levels, none accepts 1025. */
export const MIN_DEPTH_LIMIT = 32;
export const MAX_DEPTH_LIMIT = 1024;

function positiveInteger(name: keyof CodecLimits, options: CodecLimitOptions): number {
  const given = options[name];
  const value = given === undefined ? DEFAULT_CODEC_LIMITS[name] : given;
  // A NaN or null limit would make every `size > limit` false and so switch the bound off.
  if (!Number.isSafeInteger(value) || value <= 0) {
    throw new ConfigurationError(`serializer.${name} must be a positive safe integer`);
  }
  return value;
}

/** Fills in defaults. Throws `ConfigurationError` naming the first field that is out of range. */
export function resolveLimits(options: CodecLimitOptions = {}): CodecLimits {
  const limits = {
    maxEncodedSize: positiveInteger('maxEncodedSize', options),
    maxDecodedSize: positiveInteger('maxDecodedSize', options),
    maxCollectionSize: positiveInteger('maxCollectionSize', options),
    maxDepth: positiveInteger('maxDepth', options),
  };
  if (limits.maxDepth < MIN_DEPTH_LIMIT || limits.maxDepth > MAX_DEPTH_LIMIT) {
    throw new ConfigurationError(
      `serializer.maxDepth must be between ${MIN_DEPTH_LIMIT} and ${MAX_DEPTH_LIMIT}`,
    );
  }
  return Object.freeze(limits);
}
