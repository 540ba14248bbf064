import { resolveTtl } from '../config/ttl.ts';

interface TtlDefaults {
  readonly defaultTtl: number;
  readonly negativeTtl: number | undefined;
  readonly ttlJitter: number;
  readonly random: () => number;
  readonly backend: { validateTtl?(ttlSeconds: number): void };
}

/** Seconds that a value, and a `null` or `undefined` result, is cached. */
export interface Lifetimes {
  readonly ttl: number;
  readonly negativeTtl: number;
}

/**
 * The TTLs of one call: its own, else the cache's; the store is asked whether it can honour them.
 * Jitter only shortens, and never below one second.
 * @throws {ConfigurationError}
 */
export function lifetimes(
  defaults: TtlDefaults,
  callTtl?: number,
  callNegativeTtl?: number,
): Lifetimes {
  const chosen = callTtl === undefined ? defaults.defaultTtl : resolveTtl(callTtl, 'ttl');
  const ttl = jittered(chosen, defaults.ttlJitter, defaults.random);
  defaults.backend.validateTtl?.(ttl);
  if (callNegativeTtl === undefined && defaults.negativeTtl === undefined) {
    return { ttl, negativeTtl: ttl };
  }
  const negativeTtl =
    callNegativeTtl === undefined
      ? (defaults.negativeTtl ?? ttl)
      : resolveTtl(callNegativeTtl, 'negativeTtl');
  defaults.backend.validateTtl?.(negativeTtl);
  return { ttl, negativeTtl };
}

function jittered(ttl: number, ratio: number, random: () => number): number {
  if (ratio === 0) return ttl;
  return Math.max(1, Math.ceil(ttl * (1 - ratio * random())));
}
