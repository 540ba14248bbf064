import { resolveTtl } from '../../config/ttl.ts';

/** 30 days, the longest the service keeps what has a TTL (PROTOCOL §10.3). */
export const MAX_SERVICE_TTL_SECONDS = 2_592_000;

/**
 * A TTL as the service takes it: whole seconds from 1 to 30 days, fractions rounded up (API-42).
 * @param option what to call it in the error
 * @throws {ConfigurationError}
 */
export function resolveServiceTtl(ttl: unknown, option: string): number {
  return resolveTtl(ttl, option, MAX_SERVICE_TTL_SECONDS);
}

/** Whole seconds after `ttl` for which the service may keep an entry; 0 for one without an end. */
export function staleWindow(ttl: number | undefined, staleTtl: number): number {
  return ttl === undefined ? 0 : Math.min(staleTtl, MAX_SERVICE_TTL_SECONDS - ttl);
}
