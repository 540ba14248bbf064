import { plainBytes } from '../core/bytes.ts';
import { extractNamespace } from '../keys/wrap-key.ts';
import { chargeOf, ENTRY_OVERHEAD } from './charge.ts';
import { KeyIndex } from './key-index.ts';
import { type L1Config, type L1Settings, resolveL1 } from './l1-options.ts';
import { Lru, type LruEntry } from './lru.ts';
import { heapBytesOf } from './value-size.ts';

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

interface Held extends L1Entry, LruEntry<Held> {}

export interface L1Placement {
  /** An entry with nothing left of its life, or a number that is none, is not kept. */
  readonly lifetimeMs: number;
  /** `null` for the one in the key, which is read there only when somebody asks. */
  readonly namespace: string | null;
  /** For `deleteTagged`. Default none. */
  readonly tags?: readonly string[];
  /** Milliseconds after its life that `getStale` still gives it. Default 0. */
  readonly staleMs?: number;
  /** See `L1Entry`. Default 0. */
  readonly slidingTtl?: number;
  /** Encoded size of a decoded value, the least it is charged. Bytes are charged what they take. */
  readonly contentBytes?: number;
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

/** An entry may take this part of the budget: one huge value must not empty the tier. */
const LARGEST_SHARE = 1 / 8;
const NO_TAGS: readonly string[] = [];
/** Up to so many entries a search takes less time than keeping an index does. */
const MOST_SEARCHED = 10_000;

/**
 * The in-process tier: an LRU over a budget of entries and of bytes. Expiry is judged here, by the
 * cache's one clock, with an exclusive bound; nothing is swept in the background. Not shared between
 * threads.
 */
export class L1Cache {
  readonly settings: L1Settings;
  readonly #entries: Lru<Held>;
  readonly #namespaces: KeyIndex | null;
  readonly #tagged = new KeyIndex();
  readonly #now: () => number;
  readonly #evicted: (key: string, reason: L1EvictionReason) => void;
  #madeRoom: string[] = [];
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  #rejected = 0;
  #instanceID: string | null = null;

  /**
   * @param now milliseconds
   * @param evicted told of entries that left without being asked to; must not throw, may call back
   * @throws {ConfigurationError}
   */
  constructor(
    config?: L1Config | null,
    now: () => number = Date.now,
    evicted: (key: string, reason: L1EvictionReason) => void = () => {},
  ) {
    this.settings = resolveL1(config);
    const { maxEntries, maxMemory, namespaceIndex } = this.settings;
    this.#now = now;
    this.#evicted = evicted;
    const most = Math.min(maxEntries, Math.floor(maxMemory / ENTRY_OVERHEAD));
    this.#namespaces = namespaceIndex && most > MOST_SEARCHED ? new KeyIndex() : null;
    this.#entries = new Lru<Held>(maxEntries, maxMemory, (entry, madeRoom) => {
      const { key, tags } = entry;
      this.#namespaces?.leave(namespaceOf(entry), key);
      for (const tag of tags) this.#tagged.leave(tag, key);
      // Told later: whoever is told may call back, and the LRU is in the middle of a change.
      if (madeRoom) this.#madeRoom.push(key);
    });
  }

  /** The entry, now the most recently used. */
  get(key: string): L1Entry | undefined {
    const entry = this.#entries.use(key);
    if (entry === undefined) {
      this.#misses++;
      return undefined;
    }
    const now = this.#now();
    if (now < entry.expiresAt) {
      this.#hits++;
      return entry;
    }
    this.#misses++;
    if (now < entry.keptUntil) return undefined;
    this.#entries.delete(key);
    this.#evicted(key, 'expired');
    return undefined;
  }

  /** The entry whose life is over but which was to be kept beyond it. Changes nothing. */
  getStale(key: string): L1Entry | undefined {
    const entry = this.#entries.peek(key);
    if (entry === undefined) return undefined;
    const now = this.#now();
    return now >= entry.expiresAt && now < entry.keptUntil ? entry : undefined;
  }

  /** The entry without using it: neither its place nor a count changes. */
  peek(key: string): L1Entry | undefined {
    const entry = this.#entries.peek(key);
    return entry !== undefined && this.#now() < entry.expiresAt ? entry : undefined;
  }

  /**
   * Keeps an entry; false where it is not worth or too large to keep (above 1/8 of `maxMemory`), and
   * then what was there under the key is gone, too.
   * @param content a Uint8Array; with `isolation: 'shared'` any value, which nobody may change
   * @throws {ConfigurationError} for anything but bytes with `isolation: 'copy'`
   */
  set(key: string, content: unknown, placement: L1Placement): boolean {
    if (this.settings.isolation === 'shared') {
      return this.#place(key, content, sharedBytes(content, placement.contentBytes), placement);
    }
    return this.keep(key, plainBytes(content, 'the content of an L1 entry'), false, placement);
  }

  /**
   * As `set` for bytes that are known to be nothing but a Uint8Array, which is not checked again.
   * @param owned the bytes are the cache's own from now on; else it keeps a copy
   */
  keep(key: string, bytes: Uint8Array, owned: boolean, placement: L1Placement): boolean {
    const size = bytes.length;
    return this.#place(key, bytes, size, placement, !owned);
  }

  #place(
    key: string,
    content: unknown,
    contentBytes: number,
    placement: L1Placement,
    copies = false,
  ): boolean {
    const { lifetimeMs, namespace, tags = NO_TAGS, staleMs = 0, slidingTtl = 0 } = placement;
    const size = chargeOf(key, namespace ?? '', contentBytes, tags);
    const fits = size <= this.settings.maxMemory * LARGEST_SHARE;
    if (!(lifetimeMs > 0) || !fits || !this.settings.enabled) {
      this.#entries.delete(key);
      this.#rejected++;
      return false;
    }
    const expiresAt = this.#now() + lifetimeMs;
    const entry: Held = {
      key,
      size,
      // A result of the core is a part of a slab, all of which it would keep alive.
      content: copies && content instanceof Uint8Array ? new Uint8Array(content) : content,
      namespace,
      tags,
      expiresAt,
      keptUntil: expiresAt + staleMs,
      lifetimeMs,
      slidingTtl,
      refreshFrom: 0,
      newer: null,
      older: null,
    };
    this.#entries.set(entry);
    this.#namespaces?.join(namespaceOf(entry), key);
    for (const tag of tags) this.#tagged.join(tag, key);
    if (this.#madeRoom.length > 0) this.#tellEvicted();
    return true;
  }

  /** Lets an entry live on until then, milliseconds; never shortens its life. */
  extend(key: string, expiresAt: number): void {
    const entry = this.#entries.peek(key);
    if (entry === undefined || expiresAt <= entry.expiresAt) return;
    entry.expiresAt = expiresAt;
    entry.keptUntil = Math.max(entry.keptUntil, expiresAt);
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  /** @returns how many entries it held */
  deleteNamespace(namespace: string): number {
    const keys = this.#namespaces?.keysOf(namespace) ?? this.#searched(namespace);
    for (const key of keys) this.#entries.delete(key);
    return keys.length;
  }

  /** Drops what carries the tag. @returns how many entries it were */
  deleteTagged(tag: string): number {
    const keys = this.#tagged.keysOf(tag);
    for (const key of keys) this.#entries.delete(key);
    return keys.length;
  }

  clear(): void {
    this.#entries.clear();
  }

  get stats(): L1Stats {
    return {
      entries: this.#entries.size,
      memoryUsed: this.#entries.bytes,
      namespaces: this.#countNamespaces(),
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      rejected: this.#rejected,
    };
  }

  /** Part of `stats` that every change is told with. */
  get entryCount(): number {
    return this.#entries.size;
  }

  /** Bytes charged for all entries. */
  get memoryUsed(): number {
    return this.#entries.bytes;
  }

  /** A random UUID, the same for the life of this object; made when first asked for. */
  get instanceID(): string {
    this.#instanceID ??= crypto.randomUUID();
    return this.#instanceID;
  }

  #tellEvicted(): void {
    const keys = this.#madeRoom;
    this.#madeRoom = [];
    this.#evictions += keys.length;
    for (const key of keys) this.#evicted(key, 'capacity');
  }

  #searched(namespace: string): string[] {
    const keys: string[] = [];
    for (const entry of this.#entries.entries()) {
      if (namespaceOf(entry) === namespace) keys.push(entry.key);
    }
    return keys;
  }

  #countNamespaces(): number {
    if (!this.settings.namespaceIndex) return 0;
    if (this.#namespaces !== null) return this.#namespaces.size;
    const names = new Set<string>();
    for (const entry of this.#entries.entries()) names.add(namespaceOf(entry));
    return names.size;
  }
}

function namespaceOf({ namespace, key }: Held): string {
  return namespace ?? extractNamespace(key);
}

function sharedBytes(value: unknown, hint: number | undefined): number {
  const counted = heapBytesOf(value);
  return hint !== undefined && Number.isSafeInteger(hint) ? Math.max(hint, counted) : counted;
}
