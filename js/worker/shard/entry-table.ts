import { isPlace, type Place, type ValueAddress } from '../values/place.ts';
import { numberOf } from './schema.ts';

/** What a shard knows of an entry. Times are whole seconds since the epoch. */
export interface EntryRow extends ValueAddress {
  readonly size: number;
  readonly storedAt: number;
  /** `null`: no expiry. */
  readonly freshUntil: number | null;
  readonly staleTtl: number;
  /** `null`: no expiry. */
  readonly evictAt: number | null;
  /** When the store may forget the value; `null`: never. */
  readonly keptUntil: number | null;
}

/** The entries of a shard. */
export class EntryTable {
  readonly #sql: SqlStorage;
  /** Rows in the table, counted once in the life of the object: counting reads them all. */
  #rows: number | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Also an entry that is past its end and was not swept yet. */
  find(key: string): EntryRow | null {
    const [row] = this.#sql.exec('SELECT * FROM entries WHERE key = ?', key);
    return row === undefined ? null : entryOf(row);
  }

  /** @param replaces whether there is a row of that key */
  write(key: string, entry: EntryRow, replaces: boolean): void {
    const { name, place, size, storedAt, freshUntil, staleTtl, evictAt, keptUntil } = entry;
    this.#sql.exec(
      'INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[key, name, place, size, storedAt, freshUntil, staleTtl, evictAt, keptUntil],
    );
    if (!replaces && this.#rows !== null) this.#rows += 1;
  }

  remove(key: string): void {
    const { rowsWritten } = this.#sql.exec('DELETE FROM entries WHERE key = ?', key);
    if (rowsWritten > 0 && this.#rows !== null) this.#rows -= 1;
  }

  /** Keys and values of entries past their end, the oldest first. */
  ended(now: number, most: number): { readonly key: string; readonly address: ValueAddress }[] {
    const rows = this.#sql.exec(
      'SELECT * FROM entries WHERE evict_at <= ? ORDER BY evict_at LIMIT ?',
      now,
      most,
    );
    return [...rows].map((row) => ({ key: String(row['key']), address: entryOf(row) }));
  }

  /** Entries that were stored last and have not ended, the newest first. */
  newest(
    now: number,
    most: number,
  ): { key: string; size: number; age: number; name: string; place: Place }[] {
    const rows = this.#sql.exec(
      'SELECT * FROM entries WHERE evict_at IS NULL OR evict_at > ? ORDER BY stored_at DESC LIMIT ?',
      now,
      most,
    );
    return [...rows].map((row) => {
      const { name, place, size, storedAt } = entryOf(row);
      return { key: String(row['key']), size, age: Math.max(0, now - storedAt), name, place };
    });
  }

  /** When the first entry ends, in seconds; `null` where none does. */
  firstEnd(): number | null {
    const [row] = this.#sql.exec(
      'SELECT MIN(evict_at) AS first FROM entries WHERE evict_at IS NOT NULL',
    );
    return numberOf(row?.['first']);
  }

  count(now: number): number {
    this.#rows ??= this.#count('SELECT COUNT(*) AS n FROM entries');
    return this.#rows - this.#count('SELECT COUNT(*) AS n FROM entries WHERE evict_at <= ?', now);
  }

  #count(query: string, ...values: number[]): number {
    return numberOf(this.#sql.exec(query, ...values).one()['n']) ?? 0;
  }
}

function entryOf(row: Record<string, SqlStorageValue>): EntryRow {
  const place = row['place'];
  return {
    name: String(row['name']),
    place: isPlace(place) ? place : 'kv',
    size: numberOf(row['size']) ?? 0,
    storedAt: numberOf(row['stored_at']) ?? 0,
    freshUntil: numberOf(row['fresh_until']),
    staleTtl: numberOf(row['stale_ttl']) ?? 0,
    evictAt: numberOf(row['evict_at']),
    keptUntil: numberOf(row['kept_until']),
  };
}
