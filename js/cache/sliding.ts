import { Flights } from './flights.ts';
import type { LocalTier } from './local-tier.ts';
import type { Store } from './store.ts';

/** Below this part of its TTL a use extends an entry's life; not on every use, which costs a request. */
const DUE_BELOW = 0.75;

/** Longest wait for another caller's request to the store. */
const FLIGHT_MS = 10_000;

/** Gives entries with a sliding TTL their life back when they are used. */
export class Sliding {
  readonly #store: Store;
  readonly #local: LocalTier | null;
  readonly #now: () => number;
  readonly #running: Flights<void>;

  constructor(store: Store, local: LocalTier | null, now: () => number) {
    this.#store = store;
    this.#local = local;
    this.#now = now;
    this.#running = new Flights(FLIGHT_MS, now);
  }

  /**
   * @param remaining seconds, `undefined` where the store did not tell
   * @returns `null` where nothing is to be done; else work that never rejects for a failing store
   */
  used(key: string, slidingTtl: number, remaining: number | undefined): Promise<void> | null {
    if (slidingTtl === 0) return null;
    if (remaining !== undefined && remaining > slidingTtl * DUE_BELOW) return null;
    return this.#running.join(key, () => this.#extend(key, slidingTtl));
  }

  async #extend(key: string, slidingTtl: number): Promise<void> {
    const begun = this.#now();
    const entry = this.#local?.l1.peek(key);
    const extended = await this.#store.refreshTTL(key, slidingTtl);
    // Another entry may have taken its place meanwhile.
    if (entry === undefined || this.#local?.l1.peek(key) !== entry) return;
    if (extended === true) this.#local?.l1.extend(key, begun + slidingTtl * 1000);
    // Gone in the store: another process deleted it, or it expired.
    else if (extended === false) this.#local?.delete(key);
  }
}
