/** What is kept of an entry: bytes, or with `isolation: 'shared'` the decoded value. */
export interface L1Entry {
  readonly content: unknown;
  /** `null` for the one in the key (`extractNamespace`). */
  readonly namespace: string | null;
  readonly tags: readonly string[];
  /** Milliseconds on the cache's clock; no longer served when the clock reaches it. */
  expiresAt: number;
  /** As `expiresAt`, from which not even `getStale` gives it. */
  keptUntil: number;
  readonly lifetimeMs: number;
  /** Seconds of life that a use gives back; 0 where uses change nothing. */
  readonly slidingTtl: number;
  /** No refresh before this time, milliseconds: the back-off after a failed one. */
  refreshFrom: number;
}

export interface L1Placement extends L1Place {
  /** An entry with nothing left of its life, or a number that is none, is not kept. */
  readonly lifetimeMs: number;
  /** Encoded size of a decoded value, the least it is charged. Bytes are charged what they take. */
  readonly contentBytes?: number;
}

export interface L1Place {
  /** `null` for the one in the key, which is read there only when somebody asks. */
  readonly namespace: string | null;
  /** For `deleteTagged`. Default none. */
  readonly tags?: readonly string[];
  /** Milliseconds after its life that `getStale` still gives it. Default 0. */
  readonly staleMs?: number;
  /** See `L1Entry`. Default 0. */
  readonly slidingTtl?: number;
}

export interface L1Stats {
  readonly entries: number;
  /** Bytes charged for them. */
  readonly memoryUsed: number;
  /** Namespaces with an entry, counted when asked; 0 where `namespaceIndex` is off. */
  readonly namespaces: number;
  readonly hits: number;
  readonly misses: number;
  /** Entries that made room for others. */
  readonly evictions: number;
  /** Entries that were not kept: too large, or expired on arrival. */
  readonly rejected: number;
}

export type L1EvictionReason = 'expired' | 'capacity';
