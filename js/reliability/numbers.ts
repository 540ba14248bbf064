import { ConfigurationError } from '../errors.ts';

/** A day. Timers of JavaScript fire at once beyond 2^31 ms, so a longer time must not reach them. */
export const MAX_MILLISECONDS = 86_400_000;

/** @throws {ConfigurationError} unless `value` is a whole number from `least` to `most` */
export function integerWithin(value: unknown, least: number, most: number, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
    return value;
  }
  throw new ConfigurationError(`${name} must be a whole number from ${least} to ${most}`);
}

/** @throws {ConfigurationError} unless `value` is finite and from `least` to a day */
export function millisecondsWithin(value: unknown, least: number, name: string): number {
  // Asked for what is in range, because NaN is never found out of it.
  if (typeof value === 'number' && value >= least && value <= MAX_MILLISECONDS) return value;
  throw new ConfigurationError(
    `${name} must be a number of milliseconds from ${least} to ${MAX_MILLISECONDS}`,
  );
}

/**
 * The timeout of one call.
 * @returns `Infinity` where there is none
 * @throws {ConfigurationError} unless it is absent or from 1 ms to a day
 */
export function resolveTimeout(value: unknown, name: string): number {
  return value === undefined ? Number.POSITIVE_INFINITY : millisecondsWithin(value, 1, name);
}
