import type { InvalidationEvent } from './event-codec.ts';

/** How old an event may be, and how far ahead the clock of its sender. */
export const REPLAY_WINDOW_MS = 60_000;

const DEFAULT_CAPACITY = 10_000;

export type Freshness = 'fresh' | 'stale' | 'repeated';

type Seen = Pick<InvalidationEvent, 'timestamp' | 'source' | 'sequence'>;

/**
 * Takes each event once, and only while it is young, so that what was recorded on the channel is
 * worth nothing later. Memory is bounded: when too many events come within the window, the oldest is
 * forgotten and with it everything its sender had numbered before. Only that sender's: by times, one
 * whose clock is ahead would have all others refused.
 */
export class ReplayWindow {
  readonly #now: () => number;
  readonly #capacity: number;
  /** In order of arrival. */
  readonly #seen = new Map<string, Seen>();
  /** Sender → the last of its events that was forgotten; who was so longest ago comes first. */
  readonly #forgotten = new Map<string, Seen>();
  /** Time up to which even senders were forgotten. */
  #forgottenUpTo = -1;

  /**
   * @param now milliseconds since the epoch
   * @param capacity events remembered, and senders of forgotten ones, at least 1
   */
  constructor(now: () => number, capacity = DEFAULT_CAPACITY) {
    this.#now = now;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#seen.size + this.#forgotten.size;
  }

  admit(event: InvalidationEvent): Freshness {
    const now = this.#now();
    const { timestamp, source, sequence } = event;
    if (Math.abs(now - timestamp) > REPLAY_WINDOW_MS) return 'stale';
    const id = `${source}:${sequence}`;
    if (this.#seen.has(id)) return 'repeated';
    if (this.#mayBeForgotten(event)) return 'stale';
    forgetExpired(this.#seen, now);
    forgetExpired(this.#forgotten, now);
    this.#seen.set(id, { timestamp, source, sequence });
    if (this.#seen.size > this.#capacity) this.#forgetOldest();
    return 'fresh';
  }

  #mayBeForgotten({ timestamp, source, sequence }: Seen): boolean {
    const last = this.#forgotten.get(source)?.sequence ?? -1;
    return sequence <= last || timestamp <= this.#forgottenUpTo;
  }

  #forgetOldest(): void {
    const oldest = takeFirst(this.#seen);
    if (oldest === undefined) return;
    const { source } = oldest;
    const before = this.#forgotten.get(source) ?? oldest;
    this.#forgotten.delete(source);
    this.#forgotten.set(source, {
      source,
      sequence: Math.max(before.sequence, oldest.sequence),
      timestamp: Math.max(before.timestamp, oldest.timestamp),
    });
    if (this.#forgotten.size <= this.#capacity) return;
    const sender = takeFirst(this.#forgotten);
    this.#forgottenUpTo = Math.max(this.#forgottenUpTo, sender?.timestamp ?? -1);
  }
}

/** Those that the age alone refuses. */
function forgetExpired(events: Map<string, Seen>, now: number): void {
  for (const [id, { timestamp }] of events) {
    if (now - timestamp <= REPLAY_WINDOW_MS) return;
    events.delete(id);
  }
}

function takeFirst(events: Map<string, Seen>): Seen | undefined {
  for (const [id, event] of events) {
    events.delete(id);
    return event;
  }
  return undefined;
}
