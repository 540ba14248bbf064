import { ConfigurationError } from '../errors.ts';
import { MAX_TAGS } from './entry-label.ts';

/** Bytes of UTF-8 of one tag, so that an event of several fits its limit. */
const MAX_TAG_BYTES = 200;

const NONE: readonly string[] = [];
const encoder = new TextEncoder();

/**
 * The tags of a call, each once.
 * @throws {ConfigurationError} for what is no list of at most 64 non-empty texts of up to 200 bytes
 */
export function resolveTags(given: unknown): readonly string[] {
  if (given === undefined) return NONE;
  if (!Array.isArray(given) || given.length > MAX_TAGS) {
    throw new ConfigurationError(`tags must be an array of at most ${MAX_TAGS} strings`);
  }
  const tags = new Set<string>();
  for (const tag of given) tags.add(requireTag(tag));
  return [...tags];
}

function requireTag(tag: unknown): string {
  const valid = typeof tag === 'string' && tag !== '' && tag.isWellFormed();
  if (valid && encoder.encode(tag).length <= MAX_TAG_BYTES) return tag;
  throw new ConfigurationError(
    `a tag must be a non-empty string of at most ${MAX_TAG_BYTES} bytes, without lone surrogates`,
  );
}
