import type { InvalidationEvent } from './event-codec.ts';

/** How old an event may be, and how far ahead the clock of its sender. */
export const REPLAY_WINDOW_MS = 60_000;

const DEFAULT_CAPACITY = 10_000;

export type Freshness = 'fresh' | 'stale' | 'repeated';

/**
 * Takes each event once, and only while it is young, so that what was recorded on the channel is
 * worth nothing later. Memory is bounded: when too many events come within the window, the oldest is
 * forgotten and with it everything that happened no later.
 */
export class ReplayWindow {
  readonly #now: () => number;
  readonly #capacity: number;
  /** Event → its time, in order of arrival. */
  readonly #seen = new Map<string, number>();
  #forgottenUpTo = -1;

  /**
   * @param now milliseconds since the epoch
   * @param capacity events remembered, at least 1
   */
  constructor(now: () => number, capacity = DEFAULT_CAPACITY) {
    this.#now = now;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#seen.size;
  }

  admit(event: InvalidationEvent): Freshness {
    const now = this.#now();
    const { timestamp, source, sequence } = event;
    if (Math.abs(now - timestamp) > REPLAY_WINDOW_MS) return 'stale';
    const id = `${source}:${sequence}`;
    if (this.#seen.has(id)) return 'repeated';
    if (timestamp <= this.#forgottenUpTo) return 'stale';
    this.#forgetExpired(now);
    this.#seen.set(id, timestamp);
    if (this.#seen.size > this.#capacity) this.#forgetOldest();
    return 'fresh';
  }

  /** Those that the age alone refuses. */
  #forgetExpired(now: number): void {
    for (const [id, timestamp] of this.#seen) {
      if (now - timestamp <= REPLAY_WINDOW_MS) return;
      this.#seen.delete(id);
    }
  }

  #forgetOldest(): void {
    for (const [id, timestamp] of this.#seen) {
      this.#seen.delete(id);
      this.#forgottenUpTo = Math.max(this.#forgottenUpTo, timestamp);
      return;
    }
  }
}
