/** A store as a rotation walks it. */

export interface StoredItem {
  /** As the store has it, with every prefix: what the entry is sealed for (PROTOCOL §6.5). */
  readonly key: string;
  readonly sealed: Uint8Array;
  /**
   * Puts new bytes in place of those that were read; the end of the entry's life stays.
   * @returns false where the entry has changed or gone since, and is left alone
   */
  replace(sealed: Uint8Array): Promise<boolean>;
}

export interface Batch {
  readonly items: readonly StoredItem[];
  /** Names that were looked at, entries or not. */
  readonly examined: number;
  /** Why others gave no item, and how many. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Of those, entries that may be under any key. */
  readonly missed: number;
  /** Where a later walk goes on after this batch; `null` after the last. */
  readonly cursor: string | null;
}

export interface WalkedStore {
  /** Without a password: it is shown and kept in checkpoints. */
  readonly name: string;
  /** Cursors hold for one epoch of a store only. */
  readonly epoch: string;
  /** Names to look at, about. */
  readonly total: number;
  /** @param cursor `null` for the beginning */
  walk(cursor: string | null): AsyncIterable<Batch>;
  close(): Promise<void>;
}
