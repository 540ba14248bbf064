import { hasMethods } from '../config/has-methods.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { resolveTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import { millisecondsWithin } from '../reliability/numbers.ts';
import type { Backend } from './backend.ts';

export interface TieredOptions {
  /**
   * Seconds that a copy lives in the near store at most. What others change in the far store is seen here
   * no later. Default: as long as the entry lives in the far store; what has no end there, or does not
   * tell one, is then not copied at all.
   */
  nearTtl?: number;
  /** Milliseconds for one operation of the near store, before it goes on without. Default 500. */
  nearTimeout?: number;
}

export interface ResolvedTieredOptions {
  readonly nearTtl: number | undefined;
  /** Milliseconds. */
  readonly nearTimeout: number;
}

const NAMES = ['nearTtl', 'nearTimeout'];
const DEFAULT_NEAR_TIMEOUT_MS = 500;
const METHODS = ['get', 'set', 'delete', 'exists', 'close'];

/** @throws {ConfigurationError} */
export function resolveTieredOptions(options: TieredOptions): ResolvedTieredOptions {
  requireOptionsObject(options, 'tiered()');
  requireKnownOptions(options, NAMES, 'tiered()');
  const { nearTtl, nearTimeout = DEFAULT_NEAR_TIMEOUT_MS } = options;
  return {
    nearTtl: nearTtl === undefined ? undefined : resolveTtl(nearTtl, 'nearTtl'),
    nearTimeout: millisecondsWithin(nearTimeout, 1, 'nearTimeout'),
  };
}

/**
 * The two stores, seen to fit each other.
 * @throws {ConfigurationError}
 */
export function requireTiers(tiers: unknown): { near: Backend; far: Backend } {
  const list: readonly unknown[] = Array.isArray(tiers) ? tiers : [];
  const [near, far, ...others] = list;
  if (!isBackend(near) || !isBackend(far) || near === far || others.length > 0) {
    throw new ConfigurationError('tiered() takes two stores, the near one first: [near, far]');
  }
  if ((near.keyPrefix ?? '') !== (far.keyPrefix ?? '')) {
    throw new ConfigurationError(
      'both tiers must have the same keyPrefix: a sealed entry is bound to it',
    );
  }
  if (far.getWithTtl !== undefined && near.getWithTtl === undefined) {
    throw new ConfigurationError(
      'the near store must tell how long entries live (getWithTtl), because the far one does',
    );
  }
  return { near, far };
}

function isBackend(value: unknown): value is Backend {
  return hasMethods(value, METHODS);
}
