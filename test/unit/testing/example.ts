import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { describe, it } from 'node:test';
import { type Backend, BackendError, ConfigurationError } from 'sealcache';
import { testBackend } from 'sealcache/testing';

class SqliteBackend implements Backend {
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  #closed = false;

  constructor(database: DatabaseSync, now = Date.now) {
    database.exec(
      'CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB, end REAL)',
    );
    this.#database = database;
    this.#now = now;
  }

  async get(key: string): Promise<Uint8Array | null> {
    const sql = 'SELECT value FROM entries WHERE key = ? AND end > ?';
    const value = this.#run(sql, key, this.#now())?.['value'];
    return value instanceof Uint8Array ? value : null;
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    if (ttlSeconds !== undefined) this.validateTtl(ttlSeconds);
    const lasts = Math.ceil(ttlSeconds ?? Number.POSITIVE_INFINITY) * 1000;
    this.#run('REPLACE INTO entries VALUES (?, ?, ?)', key, value, this.#now() + lasts);
  }

  async delete(key: string): Promise<boolean> {
    const sql = 'DELETE FROM entries WHERE key = ? RETURNING end > ? AS live';
    return this.#run(sql, key, this.#now())?.['live'] === 1;
  }

  async exists(key: string): Promise<boolean> {
    return (await this.get(key)) !== null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#database.isOpen) this.#database.close();
  }

  /** SQLite writes every lone surrogate as U+FFFD: different keys would be one. */
  validateKey(key: string): void {
    if (!key.isWellFormed()) throw new ConfigurationError('a key has no lone surrogates');
  }

  validateTtl(seconds: number): void {
    if (seconds > 0 && seconds <= 315_360_000) return;
    throw new ConfigurationError('a TTL is above 0 and at most ten years');
  }

  #run(sql: string, key: string, ...values: SQLInputValue[]) {
    if (this.#closed) throw new BackendError('the store is closed', 'permanent');
    this.validateKey(key);
    try {
      return this.#database.prepare(sql).get(key, ...values);
    } catch (cause) {
      throw new BackendError('the database failed', 'transient', { cause });
    }
  }
}

let database: DatabaseSync;
testBackend(
  { describe, it },
  {
    name: 'SQLite',
    create: (now) => {
      database = new DatabaseSync(':memory:');
      return new SqliteBackend(database, now);
    },
    time: 'given',
    break: () => database.close(),
  },
);
