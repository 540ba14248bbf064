import { numberOf } from './schema.ts';

/** The locks of a shard. A Durable Object does one thing at a time, so that a lock has one holder. */
export class LockTable {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** @returns the token, `null` while another holds the lock */
  take(key: string, now: number, untilMs: number): string | null {
    const [held] = this.#sql.exec('SELECT until_ms FROM locks WHERE key = ?', key);
    if (held !== undefined && (numberOf(held['until_ms']) ?? 0) > now) return null;
    const lockId = crypto.randomUUID();
    this.#sql.exec('INSERT OR REPLACE INTO locks VALUES (?, ?, ?)', key, lockId, untilMs);
    return lockId;
  }

  /** Does nothing for a lock that has passed on to another. */
  release(key: string, lockId: string): void {
    this.#sql.exec('DELETE FROM locks WHERE key = ? AND lock_id = ?', key, lockId);
  }

  sweep(now: number): void {
    this.#sql.exec('DELETE FROM locks WHERE until_ms <= ?', now);
  }

  /** When the first lock ends, in milliseconds; `null` where there is none. */
  firstEnd(): number | null {
    return numberOf(this.#sql.exec('SELECT MIN(until_ms) AS first FROM locks').one()['first']);
  }

  count(now: number): number {
    const { n } = this.#sql.exec('SELECT COUNT(*) AS n FROM locks WHERE until_ms > ?', now).one();
    return numberOf(n) ?? 0;
  }
}
