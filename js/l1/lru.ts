/** What a list of use needs of an entry; the links are the list's. */
export interface LruEntry<E> {
  readonly key: string;
  /** Bytes it counts for. */
  readonly size: number;
  newer: E | null;
  older: E | null;
}

/**
 * Entries by key in the order of their use, within a budget of entries and of bytes. The entries
 * themselves are the links of the list, so that a use is one search and a few assignments. Not shared
 * between threads.
 */
export class Lru<E extends LruEntry<E>> {
  readonly #byKey = new Map<string, E>();
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #left: (entry: E, madeRoom: boolean) => void;
  // Not `#private`, of which a write is a call until the last of V8's compilers has come to it.
  private newest: E | null = null;
  private oldest: E | null = null;
  private usedBytes = 0;

  /** @param left told of every entry that is no longer held; must not throw or change the list */
  constructor(maxEntries: number, maxBytes: number, left: (entry: E, madeRoom: boolean) => void) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
    this.#left = left;
  }

  get size(): number {
    return this.#byKey.size;
  }

  get bytes(): number {
    return this.usedBytes;
  }

  /** The entry, now the most recently used. */
  use(key: string): E | undefined {
    const entry = this.#byKey.get(key);
    if (entry !== undefined && entry !== this.newest) {
      this.#unlink(entry);
      this.#link(entry);
    }
    return entry;
  }

  peek(key: string): E | undefined {
    return this.#byKey.get(key);
  }

  /** In place of what was there under its key; as many of the least recently used leave as it takes. */
  set(entry: E): void {
    const former = this.#byKey.get(entry.key);
    if (former !== undefined) {
      this.#unlink(former);
      this.usedBytes -= former.size;
      this.#left(former, false);
    }
    this.#byKey.set(entry.key, entry);
    this.#link(entry);
    this.usedBytes += entry.size;
    while (this.#byKey.size > this.#maxEntries || this.usedBytes > this.#maxBytes) {
      if (this.oldest === null) return;
      this.#remove(this.oldest, true);
    }
  }

  delete(key: string): boolean {
    const entry = this.#byKey.get(key);
    if (entry === undefined) return false;
    this.#remove(entry, false);
    return true;
  }

  clear(): void {
    for (const entry of this.#byKey.values()) this.#remove(entry, false);
  }

  /** In the order in which their keys came. */
  entries(): IterableIterator<E> {
    return this.#byKey.values();
  }

  #remove(entry: E, madeRoom: boolean): void {
    this.#byKey.delete(entry.key);
    this.#unlink(entry);
    this.usedBytes -= entry.size;
    this.#left(entry, madeRoom);
  }

  #link(entry: E): void {
    entry.older = this.newest;
    entry.newer = null;
    if (this.newest === null) this.oldest = entry;
    else this.newest.newer = entry;
    this.newest = entry;
  }

  #unlink(entry: E): void {
    const { newer, older } = entry;
    if (newer === null) this.newest = older;
    else newer.older = older;
    if (older === null) this.oldest = newer;
    else older.newer = newer;
    // Whoever still holds it must not keep its former neighbours alive.
    entry.newer = null;
    entry.older = null;
  }
}
