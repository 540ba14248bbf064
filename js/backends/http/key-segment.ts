import { ConfigurationError } from '../../errors.ts';

/** What the service takes (PROTOCOL §1.4). Its characters are the service's to judge. */
const MAX_KEY_LENGTH = 400;

/** Segments that URL parsers remove, and those that are routes of the service (PROTOCOL §10.2). */
const RESERVED = ['.', '..', 'health', 'ttl', 'lock'];

/**
 * Refuses a key that no URL can carry to its entry. Percent signs do not protect dot segments: every
 * parser reads `%2E` as a dot, too.
 * @throws {ConfigurationError} does not quote the key
 */
export function requireServiceKey(key: string): void {
  if (key === '' || RESERVED.includes(key)) {
    throw new ConfigurationError(
      `the cache service takes no empty key and none of ${RESERVED.join(', ')}; use a namespace`,
    );
  }
  if (key.length > MAX_KEY_LENGTH) {
    throw new ConfigurationError(
      `the cache service takes keys of up to ${MAX_KEY_LENGTH} characters`,
    );
  }
  if (!key.isWellFormed()) throw new ConfigurationError('a key must not hold lone surrogates');
}

/**
 * A key as the one path segment it is: encoded once, as UTF-8, all but `A-Z a-z 0-9 - . _ ~ ! * ' ( )`
 * (PROTOCOL §10.2).
 * @throws {ConfigurationError} as `requireServiceKey`
 */
export function keySegment(key: string): string {
  requireServiceKey(key);
  return encodeURIComponent(key);
}
