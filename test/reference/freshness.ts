/** How a client reads the freshness headers of the cache service (PROTOCOL §10.4). */

/** @param label of X-CacheKit-Freshness, `null` where it is absent */
export function isStale(label: string | null): boolean {
  if (label === null) return false;
  return label !== 'fresh';
}

/** @param bound of X-CacheKit-Fresh-For. @returns seconds, `null` for no bound */
export function freshFor(bound: string | null): number | null {
  if (bound === null) return null;
  if (bound.length < 1 || bound.length > 7) return 0;
  let seconds = 0;
  for (const character of bound) {
    const digit = '0123456789'.indexOf(character);
    if (digit < 0) return 0;
    seconds = seconds * 10 + digit;
  }
  return seconds > 30 * 24 * 60 * 60 ? 0 : seconds;
}
