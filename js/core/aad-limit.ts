import { ConfigurationError } from '../errors.ts';

/** Bytes an AAD may have (PROTOCOL §6.5). */
const MAX_AAD_BYTES = 65_536;
/** Version byte, four length prefixes and "msgpack". */
const FIXED_AAD_BYTES = 1 + 4 * 4 + 7;
/** "True" and "False". */
const FLAG_BYTES = { compressed: 4, plain: 5 };

/** Sealing one entry judges its key several times, and `isWellFormed` costs more than comparing two strings. */
let lastWellFormed = '';

/**
 * Refuses, before any work or I/O, a key that is no string, empty, not well-formed UTF-16 (two such
 * keys could share their UTF-8 bytes) or too long for the AAD of an entry with that flag.
 * @throws {ConfigurationError}
 */
export function requireCacheKey(
  cacheKey: unknown,
  tenantBytes: number,
  compressed: boolean,
): asserts cacheKey is string {
  if (typeof cacheKey !== 'string' || cacheKey === '') {
    throw new ConfigurationError('the cache key must be a non-empty string');
  }
  if (cacheKey !== lastWellFormed) {
    if (!cacheKey.isWellFormed()) {
      throw new ConfigurationError('the cache key holds a lone surrogate; use well-formed text');
    }
    lastWellFormed = cacheKey;
  }
  const flagBytes = compressed ? FLAG_BYTES.compressed : FLAG_BYTES.plain;
  const budget = MAX_AAD_BYTES - FIXED_AAD_BYTES - flagBytes - tenantBytes;
  // One UTF-16 unit takes at most 3 bytes of UTF-8: most keys need no encoding to be judged.
  if (cacheKey.length * 3 > budget && new TextEncoder().encode(cacheKey).length > budget) {
    throw new ConfigurationError(`the cache key must be at most ${budget} bytes of UTF-8`, {
      reason: 'kAadTooLarge',
    });
  }
}
