/** How fresh the service calls what it gives (PROTOCOL §10.4), read strictly (B15). */
import { MAX_SERVICE_TTL_SECONDS } from './ttl.ts';

export interface Freshness {
  /** Past its life: serve it, keep no copy. */
  readonly stale: boolean;
  /** Seconds a copy may be served; `undefined` where the service sets no bound. */
  readonly freshFor: number | undefined;
}

/** Of the answer to a GET; what a HEAD says of it means nothing. */
export function freshnessOf(headers: Headers): Freshness {
  const stale = isStale(headers.get('X-CacheKit-Freshness'));
  // A bound on something stale is an error of the service, no permission.
  return { stale, freshFor: stale ? 0 : boundOf(headers.get('X-CacheKit-Fresh-For')) };
}

/** Absent or exactly `fresh` is fresh, everything else stale (API-18). */
function isStale(label: string | null): boolean {
  return label !== null && label !== 'fresh';
}

/** One to seven ASCII digits up to 30 days; anything else present allows no copy. */
function boundOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^[0-9]{1,7}$/.test(text)) return 0;
  const seconds = Number(text);
  return seconds <= MAX_SERVICE_TTL_SECONDS ? seconds : 0;
}
