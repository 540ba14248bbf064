import { SWR_JITTER_MIN, SWR_JITTER_RANGE } from '../config/constants.ts';
import type { L1Entry } from './l1-entry.ts';
import type { L1Settings } from './l1-options.ts';

/** A refresh under way. */
export interface RefreshSlot {
  readonly key: string;
  readonly until: number;
}

/** A refresh that has not ended by then was torn down with its request; its key may start another. */
const SLOT_LIFETIME_MS = 60_000;

/** Which entries are due for a refresh, and who may refresh them: one per key, a few at once. */
export class RefreshSlots {
  readonly #settings: L1Settings;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #taken = new Map<string, RefreshSlot>();

  constructor(settings: L1Settings, now: () => number, random: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.#random = random;
  }

  /**
   * True in the later part of an entry's life (PROTOCOL §13). The threshold is drawn anew for each
   * reader, within 10 %, so that entries made together are not refreshed together.
   */
  isDue(entry: L1Entry): boolean {
    if (!this.#settings.swrEnabled) return false;
    const now = this.#now();
    if (now < entry.refreshFrom) return false;
    const jitter = SWR_JITTER_MIN + SWR_JITTER_RANGE * this.#random();
    return entry.expiresAt - now < entry.lifetimeMs * this.#settings.swrThresholdRatio * jitter;
  }

  /** `null` where the key is being refreshed already, or too many keys are. */
  take(key: string): RefreshSlot | null {
    const now = this.#now();
    const other = this.#taken.get(key);
    if (other !== undefined && now < other.until) return null;
    if (this.#taken.size >= this.#settings.maxConcurrentRefreshes) this.#dropExpired(now);
    if (this.#taken.size >= this.#settings.maxConcurrentRefreshes) return null;
    const slot = { key, until: now + SLOT_LIFETIME_MS };
    this.#taken.set(key, slot);
    return slot;
  }

  release(slot: RefreshSlot): void {
    if (this.#taken.get(slot.key) === slot) this.#taken.delete(slot.key);
  }

  get underWay(): number {
    return this.#taken.size;
  }

  #dropExpired(now: number): void {
    for (const slot of this.#taken.values()) if (now >= slot.until) this.release(slot);
  }
}
