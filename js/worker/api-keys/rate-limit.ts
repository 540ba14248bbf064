import { Refusal } from '../http/refusal.ts';
import type { Identity } from './authenticate.ts';

/** Seconds; as `period` of the binding in wrangler.toml, which alone knows the limit. */
export const RATE_PERIOD_SECONDS = 10;

/**
 * Counts a request against its API key. A limiter that fails lets everybody through: it is there for
 * the service's own good.
 * @throws {Refusal} 429
 */
export async function requireRate(limiter: RateLimit, { keyId }: Identity): Promise<void> {
  if (await isWithin(limiter, keyId)) return;
  throw new Refusal(429, 'too many requests with this API key', {
    'Retry-After': String(RATE_PERIOD_SECONDS),
  });
}

async function isWithin(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success;
  } catch {
    return true;
  }
}
