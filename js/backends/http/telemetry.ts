/** Headers by which the service sees how a client caches (PROTOCOL §10.1, §10.6). */
import { contain } from '../../log/contain.ts';

/** Counters of the cache in front of this backend, since it was made. */
export interface L1Metrics {
  l1Enabled: boolean;
  /** Answers from this process's memory. */
  l1Hits: number;
  /** Answers from the service. */
  l2Hits: number;
  misses: number;
}

/** Asked before every request; `null` while there is nothing to tell. */
export type MetricsProvider = () => L1Metrics | null;

type HeaderFields = Readonly<Record<string, string>>;

let session: HeaderFields | null = null;

/** One identity for all backends of a process. Made late: Workers have no randomness at start-up. */
export function sessionHeaders(): HeaderFields {
  session ??= {
    'X-CacheKit-Session-ID': crypto.randomUUID(),
    'X-CacheKit-Session-Start': String(Date.now()),
  };
  return session;
}

/**
 * The status is required of some API keys (API-1). It is never `hit`: what L1 answers makes no
 * request. A provider that fails costs the counters, not the request.
 */
export function l1Headers(provider: MetricsProvider | undefined): HeaderFields {
  let fields: HeaderFields = { 'X-CacheKit-L1-Status': 'disabled' };
  const ask = (): unknown => {
    const metrics = provider?.() ?? null;
    if (metrics?.l1Enabled === true) fields = enabledFields(metrics);
    // One that is asynchronous by mistake must not end as an unhandled rejection.
    return metrics;
  };
  contain(ask, () => {});
  return fields;
}

function enabledFields({ l1Hits, l2Hits, misses }: L1Metrics): HeaderFields {
  const status = { 'X-CacheKit-L1-Status': 'miss' };
  if (![l1Hits, l2Hits, misses].every(isCount)) return status;
  const reads = l1Hits + l2Hits + misses;
  return {
    ...status,
    'X-CacheKit-L1-Hits': String(l1Hits),
    'X-CacheKit-L2-Hits': String(l2Hits),
    'X-CacheKit-Misses': String(misses),
    'X-CacheKit-L1-Hit-Rate': (reads === 0 ? 0 : l1Hits / reads).toFixed(3),
  };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
