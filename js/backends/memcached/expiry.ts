/** Memcached takes a larger number for a date: seconds since 1970. */
const LONGEST_RELATIVE_SECONDS = 60 * 60 * 24 * 30;

/**
 * A TTL as Memcached takes it. Over 30 days it becomes the date by this process's clock, so that it is as
 * wrong as that clock is against the server's.
 * @param ttlSeconds whole, at least 1; `undefined` for none
 * @param now milliseconds since 1970
 */
export function expiryOf(ttlSeconds: number | undefined, now: number): number {
  if (ttlSeconds === undefined) return 0;
  if (ttlSeconds <= LONGEST_RELATIVE_SECONDS) return ttlSeconds;
  return Math.floor(now / 1000) + ttlSeconds;
}
