import type { L1Entry } from '../l1/l1-entry.ts';
import type { RefreshSlots } from '../l1/refresh-slots.ts';
import { type Background, handOver } from './background.ts';
import type { Observer } from './observer.ts';

/** How long an entry that a refresh did not replace is left alone. */
const BACK_OFF_MS = 5_000;

/**
 * Stale-while-revalidate: an entry in the later part of its life is served at once and recomputed
 * behind the reader's back, one refresh per key. A failed refresh changes nothing for anybody, and the
 * back-off is on the entry that stays, so that it takes no slot from other keys.
 */
export class Refresher {
  readonly #slots: RefreshSlots;
  readonly #observer: Observer;
  readonly #now: () => number;

  constructor(slots: RefreshSlots, observer: Observer, now: () => number) {
    this.#slots = slots;
    this.#observer = observer;
    this.#now = now;
  }

  /** @param recompute computes and writes; skips its write when the key changed meanwhile */
  maybeRefresh(
    key: string,
    entry: L1Entry,
    recompute: () => Promise<void>,
    background: Background | null,
  ): void {
    if (background === null || !this.#slots.isDue(entry)) return;
    const slot = this.#slots.take(key);
    if (slot === null) return;
    const work = recompute().then(
      () => this.#observer.done('refresh', key),
      (error: unknown) =>
        this.#observer.failed('refresh', key, error, 'the cached value is served on'),
    );
    const released = work.finally(() => {
      // Not only after a failure: a value that could not be stored leaves the entry where it is, too.
      entry.refreshFrom = this.#now() + BACK_OFF_MS;
      this.#slots.release(slot);
    });
    handOver(released, background, (error) =>
      this.#observer.failed('refresh', key, error, 'the platform did not take it over'),
    );
  }
}
