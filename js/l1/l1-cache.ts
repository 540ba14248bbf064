import { plainBytes } from '../core/bytes.ts';
import { extractNamespace } from '../keys/wrap-key.ts';
import { Arena, type Chunk, type Part } from './arena.ts';
import { chargeOf, ENTRY_OVERHEAD } from './charge.ts';
import { KeyIndex } from './key-index.ts';
import type { L1Entry, L1EvictionReason, L1Place, L1Placement, L1Stats } from './l1-entry.ts';
import { type L1Config, type L1Settings, resolveL1 } from './l1-options.ts';
import { Lru, type LruEntry } from './lru.ts';
import { heapBytesOf } from './value-size.ts';

interface Held extends L1Entry, LruEntry<Held> {
  content: unknown;
  /** Where its content lies in memory of the arena. */
  chunk: Chunk | null;
}

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
  readonly #arena = new Arena();
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
      this.#release(entry);
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
    const { lifetimeMs } = placement;
    const expiresAt = this.#now() + lifetimeMs;
    if (this.settings.isolation === 'shared') {
      const counted = sharedBytes(content, placement.contentBytes);
      const size = this.#chargeOf(key, counted, placement, lifetimeMs);
      return size > 0 && this.#place(key, content, null, placement, size, expiresAt, lifetimeMs);
    }
    const bytes = plainBytes(content, 'the content of an L1 entry');
    const size = this.#chargeOf(key, bytes.length, placement, lifetimeMs);
    if (size === 0) return false;
    // Memory of its own, which whoever gets the entry may transfer.
    const own = new Uint8Array(bytes);
    return this.#place(key, own, null, placement, size, expiresAt, lifetimeMs);
  }

  /**
   * As `set` for bytes that nobody outside of the cache gets to see: small ones share memory.
   * @param copied what `copy` made of them; else they are copied here
   * @param expiresAt milliseconds on the cache's clock
   */
  keep(
    key: string,
    bytes: Uint8Array,
    copied: Part | null,
    place: L1Place,
    expiresAt: number,
  ): boolean {
    const lifetimeMs = expiresAt - this.#now();
    const size = this.#chargeOf(key, bytes.length, place, lifetimeMs);
    if (size === 0) return false;
    const part = copied ?? this.#arena.copy(bytes);
    return this.#place(key, part.bytes, part.chunk, place, size, expiresAt, lifetimeMs);
  }

  /** A copy for `keep`, of bytes that will have changed by then. */
  copy(bytes: Uint8Array): Part {
    return this.#arena.copy(bytes);
  }

  /** What the entry is charged; 0 where it is not kept, and what was there is dropped. */
  #chargeOf(key: string, contentBytes: number, place: L1Place, lifetimeMs: number): number {
    const { namespace, tags = NO_TAGS } = place;
    const size = chargeOf(key, namespace ?? '', contentBytes, tags);
    const fits = size <= this.settings.maxMemory * LARGEST_SHARE;
    if (lifetimeMs > 0 && fits && this.settings.enabled) return size;
    this.#entries.delete(key);
    this.#rejected++;
    return 0;
  }

  #place(
    key: string,
    content: unknown,
    chunk: Chunk | null,
    place: L1Place,
    size: number,
    expiresAt: number,
    lifetimeMs: number,
  ): true {
    const { namespace, tags = NO_TAGS, staleMs = 0, slidingTtl = 0 } = place;
    const entry: Held = {
      key,
      size,
      content,
      chunk,
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
    if (chunk !== null && content instanceof Uint8Array) this.#arena.hold(chunk, content.length);
    this.#entries.set(entry);
    this.#namespaces?.join(namespaceOf(entry), key);
    for (const tag of tags) this.#tagged.join(tag, key);
    if (this.#arena.wasteful) this.#gather();
    if (this.#madeRoom.length > 0) this.#tellEvicted();
    return true;
  }

  #release({ chunk, content }: Held): void {
    if (chunk !== null && content instanceof Uint8Array) this.#arena.release(chunk, content.length);
  }

  /** Moves what is left in memory of which most is no longer in use. */
  #gather(): void {
    for (const entry of this.#entries.entries()) {
      const { chunk, content } = entry;
      if (chunk === null || !(content instanceof Uint8Array) || !this.#arena.isSparse(chunk))
        continue;
      this.#arena.release(chunk, content.length);
      const part = this.#arena.copy(content);
      entry.content = part.bytes;
      entry.chunk = part.chunk;
      if (part.chunk !== null) this.#arena.hold(part.chunk, content.length);
    }
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
