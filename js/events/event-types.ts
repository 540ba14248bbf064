/** What a listener of each event receives. Keys are the caller's own, not digests. */
export interface CacheEvents {
  hit: { readonly key: string; readonly layer: 'l1' | 'l2' };
  miss: { readonly key: string };
  set: { readonly key: string };
  delete: { readonly key: string };
  /** A failure, also one that was absorbed. `key` is absent where no single key was concerned. */
  error: { readonly key?: string; readonly operation: string; readonly error: unknown };
  /** An entry left L1 without being asked to. */
  evict: { readonly key: string; readonly reason: 'expired' | 'capacity' | 'poisoned' };
  /** A stale entry was recomputed in the background. */
  refresh: { readonly key: string };
  invalidate: {
    readonly level: string;
    readonly namespace?: string;
    readonly key?: string;
    readonly tags?: readonly string[];
  };
}

export type EventName = keyof CacheEvents;

/** Runs synchronously inside the cache operation: keep it short. A returned promise is not awaited. */
export type Listener<Name extends EventName> = (event: CacheEvents[Name]) => unknown;
