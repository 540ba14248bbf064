import { LRUCache } from 'lru-cache';
import { chargeOf } from './charge.ts';
import { type L1Config, type L1Settings, resolveL1 } from './l1-options.ts';

/** What is kept of an entry: bytes, or with `isolation: 'shared'` the decoded value. */
export interface L1Entry {
  readonly content: unknown;
  readonly namespace: string;
  /** Milliseconds on the cache's clock; gone when the clock reaches it. */
  readonly expiresAt: number;
  readonly lifetimeMs: number;
  /** No refresh before this time, milliseconds: the back-off after a failed one. */
  refreshFrom: number;
}

export interface L1Placement {
  readonly lifetimeMs: number;
  readonly namespace: string;
  /** Size of the content where it is no bytes. */
  readonly contentBytes: number;
}

export interface L1Stats {
  readonly entries: number;
  readonly memoryUsed: number;
}

export type L1EvictionReason = 'expired' | 'capacity';

/** An entry may take this part of the budget: one huge value must not empty the tier. */
const LARGEST_SHARE = 1 / 8;

/**
 * The in-process tier: an LRU over a budget of entries and of bytes. Expiry is judged here, by the
 * cache's one clock, with an exclusive bound. Not shared between threads.
 */
export class L1Cache {
  readonly settings: L1Settings;
  readonly #entries: LRUCache<string, L1Entry>;
  readonly #byNamespace = new Map<string, Set<string>>();
  readonly #now: () => number;
  readonly #evicted: (key: string, reason: L1EvictionReason) => void;

  /**
   * @param now milliseconds
   * @param evicted told of entries that left without being asked to
   * @throws {ConfigurationError}
   */
  constructor(
    config?: L1Config | null,
    now: () => number = Date.now,
    evicted: (key: string, reason: L1EvictionReason) => void = () => {},
  ) {
    this.settings = resolveL1(config);
    this.#now = now;
    this.#evicted = evicted;
    this.#entries = new LRUCache<string, L1Entry>({
      max: this.settings.maxEntries,
      maxSize: this.settings.maxMemory,
      dispose: (entry, key, reason) => {
        this.#leave(key, entry.namespace);
        if (reason === 'evict') this.#evicted(key, 'capacity');
      },
    });
  }

  get(key: string): L1Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#now() < entry.expiresAt) return entry;
    this.#entries.delete(key);
    this.#evicted(key, 'expired');
    return undefined;
  }

  /**
   * Keeps an entry; false where it is not worth or too large to keep, and then what was there under
   * the key is gone, too.
   */
  set(key: string, content: unknown, placement: L1Placement): boolean {
    const { lifetimeMs, namespace, contentBytes } = placement;
    const size = chargeOf(key, contentBytes);
    if (!(lifetimeMs > 0) || size > this.settings.maxMemory * LARGEST_SHARE) {
      this.#entries.delete(key);
      return false;
    }
    const expiresAt = this.#now() + lifetimeMs;
    // `set` of lru-cache disposes of the older entry first, which takes it out of its namespace.
    this.#entries.set(key, { content, namespace, expiresAt, lifetimeMs, refreshFrom: 0 }, { size });
    this.#join(key, namespace);
    return true;
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  /** @returns how many entries it held */
  deleteNamespace(namespace: string): number {
    const keys = [...(this.#byNamespace.get(namespace) ?? [])];
    for (const key of keys) this.#entries.delete(key);
    return keys.length;
  }

  clear(): void {
    this.#entries.clear();
    this.#byNamespace.clear();
  }

  get stats(): L1Stats {
    return { entries: this.#entries.size, memoryUsed: this.#entries.calculatedSize };
  }

  #join(key: string, namespace: string): void {
    const keys = this.#byNamespace.get(namespace);
    if (keys === undefined) this.#byNamespace.set(namespace, new Set([key]));
    else keys.add(key);
  }

  #leave(key: string, namespace: string): void {
    const keys = this.#byNamespace.get(namespace);
    if (keys?.delete(key) && keys.size === 0) this.#byNamespace.delete(namespace);
  }
}
