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

export const WORKERS_STORE_NAMES = ['keyPrefix', 'defaultTtl', 'now'];

export interface ResolvedStoreOptions {
  readonly keyPrefix: string;
  readonly defaultTtl: number | undefined;
  readonly now: () => number;
}

/** @throws {ConfigurationError} */
export function resolveStoreOptions(options: WorkersStoreOptions): ResolvedStoreOptions {
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

/** Whether a value has all of the methods, own or inherited. */
export function hasMethods(value: unknown, names: readonly string[]): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}
