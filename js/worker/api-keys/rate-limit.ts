import { Refusal } from '../http/refusal.ts';
import type { Identity } from './authenticate.ts';
import { RATE_PERIOD_SECONDS } from './rate-period.ts';

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
