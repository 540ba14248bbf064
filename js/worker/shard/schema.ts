/**
 * What a shard remembers. Deadlines of entries are in whole seconds, as the protocol counts them, all
 * other times in milliseconds.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    key TEXT PRIMARY KEY,
    name TEXT NOT NULL,          -- of the value in its store
    place TEXT NOT NULL,
    size INTEGER NOT NULL,
    stored_at INTEGER NOT NULL,
    fresh_until INTEGER,         -- NULL: no expiry
    stale_ttl INTEGER NOT NULL,
    evict_at INTEGER,            -- NULL: no expiry
    kept_until INTEGER           -- when its store may forget the value; NULL: never
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_by_end ON entries (evict_at) WHERE evict_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS entries_by_age ON entries (stored_at);

  CREATE TABLE IF NOT EXISTS locks (
    key TEXT PRIMARY KEY,
    lock_id TEXT NOT NULL,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS doomed (  -- values to delete
    name TEXT PRIMARY KEY,
    place TEXT NOT NULL,
    due_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS doomed_by_due ON doomed (due_ms);

  CREATE TABLE IF NOT EXISTS minutes (
    minute INTEGER PRIMARY KEY,  -- since the epoch
    counts TEXT NOT NULL         -- JSON
  );
`;

export function prepareSchema(sql: SqlStorage): void {
  sql.exec(SCHEMA);
}

/** A number of a row; `null` for NULL. */
export function numberOf(value: SqlStorageValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
