/** Values nothing refers to are deleted after it, several together. */
const SOON_MS = 1000;
/** What has ended is not given away any more; that it is also removed is less urgent. */
const LAZY_MS = 60_000;

/** When a shard wakes up to clear away. Each setting of the alarm is a write, so it is set seldom. */
export class Alarm {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  async soon(): Promise<void> {
    await this.noLaterThan(Date.now() + SOON_MS);
  }

  /** @param end of an entry or a lock, in seconds */
  async atEnd(end: number): Promise<void> {
    await this.noLaterThan(Math.max(end * 1000, Date.now() + LAZY_MS));
  }

  /** @param dueMs milliseconds */
  async noLaterThan(dueMs: number): Promise<void> {
    const set = await this.#storage.getAlarm();
    if (set === null || dueMs < set) await this.#storage.setAlarm(dueMs);
  }

  /** @param firstEnd seconds; the others milliseconds; `null` where there is nothing to wait for */
  async afterSweep(
    firstEnd: number | null,
    firstLockEnd: number | null,
    firstDue: number | null,
  ): Promise<void> {
    const soonest = Date.now() + SOON_MS;
    if (firstDue !== null) await this.noLaterThan(Math.max(firstDue, soonest));
    if (firstEnd !== null) await this.atEnd(firstEnd);
    if (firstLockEnd !== null) await this.atEnd(firstLockEnd / 1000);
  }
}
