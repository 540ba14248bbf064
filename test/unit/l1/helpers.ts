import { L1Cache } from '../../../js/l1/l1-cache.ts';
import type { L1Config } from '../../../js/l1/l1-options.ts';

export const HOUR = 3_600_000;

/** A cache on a clock that the test moves. */
export function clockedCache(config: L1Config = {}, start = 1_000_000) {
  const clock = { ms: start };
  const evicted: string[] = [];
  const cache = new L1Cache(
    config,
    () => clock.ms,
    (key, reason) => evicted.push(`${reason}:${key}`),
  );
  /** Keeps so many bytes, for an hour unless told otherwise. */
  const put = (key: string, length = 10, lifetimeMs = HOUR, namespace = 'n') =>
    cache.set(key, new Uint8Array(length), { lifetimeMs, namespace });
  return { cache, clock, evicted, put };
}
