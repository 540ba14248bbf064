import { ConfigurationError } from '../errors.ts';

/**
 * The longest TTL every store takes: ten years of 365 days. Beyond it a deadline means "for ever",
 * which a caller must ask for by giving no TTL at all.
 */
export const MAX_TTL_SECONDS = 315_360_000;

/**
 * The one TTL rule of all stores: a finite number of seconds above 0, at most `maxSeconds`. Fractions
 * round up, so that a TTL below one second becomes neither 0 nor "for ever".
 * @param option what to call it in the error
 * @param otherwise what else the option takes, for the error
 * @returns whole seconds, at least 1
 * @throws {ConfigurationError}
 */
export function resolveTtl(
  ttl: unknown,
  option: string,
  maxSeconds = MAX_TTL_SECONDS,
  otherwise = '',
): number {
  // Finiteness first: NaN passes every comparison that asks for a value out of range.
  if (typeof ttl !== 'number' || !Number.isFinite(ttl) || ttl <= 0 || ttl > maxSeconds) {
    throw new ConfigurationError(
      `${option} must be a number of seconds above 0 and at most ${maxSeconds}${otherwise}`,
    );
  }
  return Math.ceil(ttl);
}

/** The same for a store's `set`, where no TTL means no expiry. */
export function resolveOptionalTtl(ttl: unknown, maxSeconds?: number): number | undefined {
  return ttl === undefined ? undefined : resolveTtl(ttl, 'ttl', maxSeconds);
}

/** Seconds above 0, or `'never'` for an entry that does not expire. */
export type Ttl = number | 'never';

/**
 * The TTL of an entry as a caller names it: as `resolveTtl`, or `Infinity` for `'never'`. Zero is not
 * for ever: what was computed from a deadline that has passed would never expire.
 * @throws {ConfigurationError}
 */
export function resolveEntryTtl(ttl: unknown, option: string): number {
  if (ttl === 'never') return Number.POSITIVE_INFINITY;
  return resolveTtl(ttl, option, MAX_TTL_SECONDS, ", or 'never' for no expiry");
}
