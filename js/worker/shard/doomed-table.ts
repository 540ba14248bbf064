import { isPlace, type ValueAddress } from '../values/place.ts';
import { numberOf } from './schema.ts';

/**
 * Values that are to be deleted: what no entry refers to any more, and what is being written and may
 * never become an entry. They are on this list before anything can go wrong, so none is forgotten.
 */
export class DoomedTable {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add({ name, place }: ValueAddress, dueMs: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO doomed VALUES (?, ?, ?)', name, place, dueMs);
  }

  /** @returns whether it was on the list and not due: what is due may be being deleted */
  spare(name: string, now: number): boolean {
    const sql = 'DELETE FROM doomed WHERE name = ? AND due_ms > ?';
    return this.#sql.exec(sql, name, now).rowsWritten > 0;
  }

  remove(name: string): void {
    this.#sql.exec('DELETE FROM doomed WHERE name = ?', name);
  }

  due(now: number, most: number): ValueAddress[] {
    const rows = this.#sql.exec(
      'SELECT name, place FROM doomed WHERE due_ms <= ? ORDER BY due_ms LIMIT ?',
      now,
      most,
    );
    return [...rows].map(({ name, place }) => ({
      name: String(name),
      place: isPlace(place) ? place : 'kv',
    }));
  }

  /** When the next one is due, in milliseconds; `null` for an empty list. */
  firstDue(): number | null {
    return numberOf(this.#sql.exec('SELECT MIN(due_ms) AS first FROM doomed').one()['first']);
  }
}
