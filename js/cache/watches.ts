import { extractNamespace } from '../keys/wrap-key.ts';

/** Work on a key that must notice when the key is written, deleted or invalidated meanwhile. */
export interface Watch {
  readonly key: string;
  /** `null` for the one in the key. */
  readonly namespace: string | null;
  /** What the value is tagged with, as far as is known. */
  tags: readonly string[];
  /** A caller's own write: only a later change overtakes it, not the end of an earlier one. */
  readonly writes: boolean;
  /** True once something newer happened to the key: what was read or computed must not be stored. */
  overtaken: boolean;
  /** True once the store told of a change: L1 must not keep what was read before or written meanwhile. */
  changed: boolean;
  /** True once a later write or delete of this very key began: an earlier one must not come after it. */
  superseded: boolean;
}

const NO_TAGS: readonly string[] = [];

/** Whether the store, as far as this process heard, still holds what the work read or wrote. */
export function isLatest(watch: Watch): boolean {
  return !watch.overtaken && !watch.changed;
}

/**
 * Tells work under way that it was overtaken. Holds an entry only while there is such work, so it does
 * not grow with the number of keys.
 */
export class Watches {
  /** One of them, kept out of the map: without others at the same time that is never touched. */
  private first: Watch | null = null;
  readonly #others = new Map<string, Set<Watch>>();

  begin(
    key: string,
    namespace: string | null,
    writes = false,
    tags: readonly string[] = NO_TAGS,
  ): Watch {
    const watch: Watch = {
      key,
      namespace,
      tags,
      writes,
      overtaken: false,
      changed: false,
      superseded: false,
    };
    if (this.first === null) {
      this.first = watch;
      return watch;
    }
    const others = this.#others.get(key);
    if (others === undefined) this.#others.set(key, new Set([watch]));
    else others.add(watch);
    return watch;
  }

  end(watch: Watch): void {
    if (this.first === watch) {
      this.first = null;
      return;
    }
    const others = this.#others.get(watch.key);
    if (others?.delete(watch) && others.size === 0) this.#others.delete(watch.key);
  }

  /**
   * A change of the key begins: everything under way is overtaken.
   * @param own the watch of the change itself
   */
  overtake(key: string, own: Watch | null): void {
    this.#eachOf(key, (watch) => {
      if (watch === own) return;
      watch.overtaken = true;
      watch.superseded = true;
    });
  }

  /** A change of the key ended: who began reading during it may have seen the older value. */
  overtakeReaders(key: string, own: Watch | null): void {
    this.#eachOf(key, (watch) => {
      if (watch !== own && !watch.writes) watch.overtaken = true;
    });
  }

  /**
   * Another process changed the key. A caller's own write still goes to the store, because nobody can
   * tell which was first, but neither it nor a read is kept in this process.
   */
  overtakeFromOutside(key: string): void {
    this.#eachOf(key, (watch) => {
      watch.overtaken = true;
    });
  }

  /**
   * The store told of a change, which may be one's own write or the end of the entry's life: a value
   * under way is not out of date by it and still goes to the store, but nobody can tell which was last,
   * so this process keeps none.
   * @param key `null` for all
   */
  change(key: string | null): void {
    const tell = (watch: Watch): void => {
      watch.changed = true;
    };
    if (key === null) this.#each(tell);
    else this.#eachOf(key, tell);
  }

  overtakeNamespace(namespace: string): void {
    this.#each((watch) => {
      const own = watch.namespace ?? extractNamespace(watch.key);
      if (own === namespace) watch.overtaken = true;
    });
  }

  /** @returns the keys of what was overtaken */
  overtakeTagged(tags: readonly string[]): Set<string> {
    const keys = new Set<string>();
    this.#each((watch) => {
      if (!watch.tags.some((tag) => tags.includes(tag))) return;
      watch.overtaken = true;
      keys.add(watch.key);
    });
    return keys;
  }

  overtakeAll(): void {
    this.#each((watch) => {
      watch.overtaken = true;
    });
  }

  #each(tell: (watch: Watch) => void): void {
    if (this.first !== null) tell(this.first);
    for (const watches of this.#others.values()) for (const watch of watches) tell(watch);
  }

  #eachOf(key: string, tell: (watch: Watch) => void): void {
    if (this.first?.key === key) tell(this.first);
    if (this.#others.size === 0) return;
    for (const watch of this.#others.get(key) ?? []) tell(watch);
  }
}
