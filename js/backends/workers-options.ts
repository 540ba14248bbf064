import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { resolveOptionalTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';

/** What the stores of the platform share. */
export interface WorkersStoreOptions {
  /** Put before every key. Default none. */
  keyPrefix?: string;
  /** Seconds an entry lives that is stored without a TTL. Default: as long as the store keeps it. */
  defaultTtl?: number;
  /** Milliseconds since the epoch. Default `Date.now`. */
  now?: () => number;
}

export interface ResolvedStoreOptions {
  readonly keyPrefix: string;
  readonly defaultTtl: number | undefined;
  readonly now: () => number;
}

/**
 * @param others names of the options that only this store has
 * @throws {ConfigurationError}
 */
export function resolveStoreOptions(
  options: WorkersStoreOptions,
  where: string,
  others: readonly string[],
): ResolvedStoreOptions {
  requireOptionsObject(options, where);
  requireKnownOptions(options, [...others, 'keyPrefix', 'defaultTtl', 'now'], where);
  const { now = Date.now } = options;
  const keyPrefix: unknown = options.keyPrefix ?? '';
  if (typeof keyPrefix !== 'string' || !keyPrefix.isWellFormed()) {
    throw new ConfigurationError('keyPrefix must be text without lone surrogates');
  }
  if (typeof now !== 'function') {
    throw new ConfigurationError('now must be a function that gives milliseconds');
  }
  return { keyPrefix, defaultTtl: resolveOptionalTtl(options.defaultTtl), now };
}
