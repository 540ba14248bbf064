import { ConfigurationError } from '../../errors.ts';

/** Bytes of UTF-8; a server drops the connection of who sends more (B33). */
const MAX_KEY_BYTES = 250;

/**
 * Whatever Memcached's own protocol allows as a key: also other clients and proxies must be able to name it.
 * @param wireKey with the prefix
 * @throws {ConfigurationError} which does not quote the key
 */
export function requireWireKey(wireKey: string, what: string): void {
  // UTF-8 would write each of them as U+FFFD: different keys would share an entry.
  if (!wireKey.isWellFormed()) {
    throw new ConfigurationError(`${what} must not hold lone surrogates`);
  }
  if (/[\s\p{Cc}]/u.test(wireKey)) {
    throw new ConfigurationError(
      `${what} must not hold white space or control characters in Memcached`,
    );
  }
  if (wireKey === '' || Buffer.byteLength(wireKey) > MAX_KEY_BYTES) {
    throw new ConfigurationError(
      `${what} must have from 1 to ${MAX_KEY_BYTES} bytes of UTF-8 in Memcached, the prefix included`,
    );
  }
}
