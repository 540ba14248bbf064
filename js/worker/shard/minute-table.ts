import { addMinutes, emptyMinute, type MinuteCounts, readMinute } from './minute-counts.ts';

/** A day. */
const KEPT_MINUTES = 1440;

/** What a shard counted, minute by minute. The running counts are in memory until `save`. */
export class MinuteTable {
  readonly #sql: SqlStorage;
  #running: MinuteCounts | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The counts of this minute, to be changed. @param nowMs milliseconds */
  at(nowMs: number): MinuteCounts {
    const minute = Math.floor(nowMs / 60_000);
    if (this.#running !== null && this.#running.minute !== minute) this.save();
    this.#running ??= emptyMinute(minute);
    return this.#running;
  }

  /** Adds the running counts to what is stored. */
  save(): void {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    const { minute } = running;
    const [row] = this.#sql.exec('SELECT counts FROM minutes WHERE minute = ?', minute);
    const stored = row === undefined ? emptyMinute(minute) : readMinute(row['counts']);
    const counts = JSON.stringify(addMinutes(stored, running));
    this.#sql.exec('INSERT OR REPLACE INTO minutes VALUES (?, ?)', minute, counts);
    this.#sql.exec('DELETE FROM minutes WHERE minute <= ?', minute - KEPT_MINUTES);
  }

  /** All since a minute, the running one included. */
  since(minute: number): MinuteCounts[] {
    this.save();
    const rows = this.#sql.exec('SELECT counts FROM minutes WHERE minute >= ?', minute);
    return [...rows].map(({ counts }) => readMinute(counts));
  }
}
