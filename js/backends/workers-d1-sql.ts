import { ConfigurationError } from '../errors.ts';

/** A statement with what is bound to it: `?1` is the first of `values`. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/** What a row is, so that an entry and the lock of its key are apart. */
const ENTRY = 0;
const LOCK = 1;

/** Expired rows that each write removes. More than one, so that they become fewer. */
const SWEPT = 10;

/** D1 binds no more than 100 values to a statement; one is the time. */
const KEYS_PER_STATEMENT = 99;

const NAME = /^(?!sqlite_|_cf_|d1_)[A-Za-z_][A-Za-z0-9_]{0,62}$/i;

/**
 * The statements on the one table. `deadline` is in milliseconds since the epoch, `NULL` for none; values
 * are base64, because D1 carries a blob as a list of numbers, which is many times slower.
 */
export class D1Table {
  readonly #table: string;
  readonly #index: string;

  /** @throws {ConfigurationError} for a name that is none of a table */
  constructor(name: unknown) {
    if (typeof name !== 'string' || !NAME.test(name)) {
      throw new ConfigurationError(
        'table must be a name of letters, digits and _, not beginning with a digit or what D1 reserves',
      );
    }
    this.#table = `"${name}"`;
    this.#index = `"${name}_deadline"`;
  }

  create(): Statement[] {
    const columns =
      'kind INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, deadline INTEGER';
    return [
      `CREATE TABLE IF NOT EXISTS ${this.#table} (${columns}, PRIMARY KEY (kind, key))`,
      `CREATE INDEX IF NOT EXISTS ${this.#index} ON ${this.#table} (deadline) WHERE deadline IS NOT NULL`,
    ].map((sql) => ({ sql, values: [] }));
  }

  read(key: string): Statement {
    const sql = `SELECT value, deadline FROM ${this.#table} WHERE kind = ${ENTRY} AND key = ?1`;
    return { sql, values: [key] };
  }

  readDeadline(key: string): Statement {
    const sql = `SELECT deadline FROM ${this.#table} WHERE kind = ${ENTRY} AND key = ?1`;
    return { sql, values: [key] };
  }

  readMany(keys: readonly string[], now: number): Statement[] {
    return chunks(keys).map((chunk) => ({
      sql: `SELECT key, value FROM ${this.#table} WHERE kind = ${ENTRY}
        AND (deadline IS NULL OR deadline > ?1) AND key IN (${placeholders(chunk, 2)})`,
      values: [now, ...chunk],
    }));
  }

  write(key: string, value: string, deadline: number | null): Statement {
    const sql = `INSERT INTO ${this.#table} (kind, key, value, deadline) VALUES (${ENTRY}, ?1, ?2, ?3)
      ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, deadline = excluded.deadline`;
    return { sql, values: [key, value, deadline] };
  }

  /** Gives a row back for each entry that was there. */
  remove(keys: readonly string[]): Statement[] {
    return chunks(keys).map((chunk) => ({
      sql: `DELETE FROM ${this.#table} WHERE kind = ${ENTRY} AND key IN (${placeholders(chunk, 1)})
        RETURNING deadline`,
      values: chunk,
    }));
  }

  removeOver(key: string, now: number): Statement {
    const sql = `DELETE FROM ${this.#table} WHERE kind = ${ENTRY} AND key = ?1 AND deadline <= ?2`;
    return { sql, values: [key, now] };
  }

  extend(key: string, deadline: number): Statement {
    const sql = `UPDATE ${this.#table} SET deadline = ?2 WHERE kind = ${ENTRY} AND key = ?1`;
    return { sql, values: [key, deadline] };
  }

  /** Changes a row where the lock was free or is over. */
  lock(key: string, token: string, deadline: number, now: number): Statement {
    const sql = `INSERT INTO ${this.#table} (kind, key, value, deadline) VALUES (${LOCK}, ?1, ?2, ?3)
      ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, deadline = excluded.deadline
      WHERE deadline <= ?4`;
    return { sql, values: [key, token, deadline, now] };
  }

  /** Gives the row back if the lock was the token's. */
  unlock(key: string, token: string): Statement {
    const sql = `DELETE FROM ${this.#table} WHERE kind = ${LOCK} AND key = ?1 AND value = ?2
      RETURNING deadline`;
    return { sql, values: [key, token] };
  }

  /** Removes some of what is over, of whichever key. */
  sweep(now: number): Statement {
    const sql = `DELETE FROM ${this.#table} WHERE rowid IN
      (SELECT rowid FROM ${this.#table} WHERE deadline <= ?1 LIMIT ${SWEPT})`;
    return { sql, values: [now] };
  }
}

function chunks(keys: readonly string[]): string[][] {
  const all: string[][] = [];
  for (let i = 0; i < keys.length; i += KEYS_PER_STATEMENT) {
    all.push(keys.slice(i, i + KEYS_PER_STATEMENT));
  }
  return all;
}

/** `?2, ?3, …` */
function placeholders(values: readonly string[], first: number): string {
  return values.map((_, i) => `?${first + i}`).join(', ');
}
