import { ConfigurationError } from '../errors.ts';

/** How the keys of the cache's own entries begin, in every version of their format. */
const OWN_KEYS = 'sealcache-tag:';

/** First part of the keys that hold a tag's version; the rest is a digest of the tag. */
export const TAG_VERSION_KEYS = `${OWN_KEYS}v1:`;

/**
 * Refuses keys that could name an entry of the cache itself: who chooses keys could read the version
 * of a tag, and put it back after the tag was invalidated.
 * @throws {ConfigurationError}
 */
export function requireNotOwnKey(key: string): void {
  if (!key.startsWith(OWN_KEYS)) return;
  throw new ConfigurationError(
    `keys that begin with "${OWN_KEYS}" hold the versions of tags; choose another`,
  );
}
