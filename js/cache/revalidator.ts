import { type Backend, isLockableBackend, type LockableBackend } from '../backends/backend.ts';
import { type Background, handOver } from './background.ts';
import type { Observer } from './observer.ts';

/** How long a key is left alone after an attempt, whatever came of it. */
const BACK_OFF_MS = 5_000;
/** An attempt that has not ended by then was torn down with its request. */
const ATTEMPT_MS = 60_000;
/** The lock of a computation that never gives it back; longer than computations take. */
const LOCK_MS = 30_000;
const MOST_AT_ONCE = 10;
const MOST_KEYS = 1_000;

/**
 * Makes anew, behind the reader's back, what the store still gives past its life (PROTOCOL §10.4): by
 * one caller of all processes where the store has locks. It asks for the lock once; whoever does not
 * get it, for whatever reason, leaves the work to others (API-62). A failure changes nothing for
 * anybody, and the key is tried again by a later read.
 */
export class Revalidator {
  readonly #locks: LockableBackend | null;
  readonly #observer: Observer;
  readonly #now: () => number;
  /** Until when each key is left alone, milliseconds. */
  readonly #resting = new Map<string, number>();
  #running = 0;

  constructor(backend: Backend, observer: Observer, now: () => number) {
    this.#locks = isLockableBackend(backend) ? backend : null;
    this.#observer = observer;
    this.#now = now;
  }

  /** @param recompute computes and writes; skips its write when the key changed meanwhile */
  revalidate(key: string, recompute: () => Promise<void>, background: Background | null): void {
    if (background === null || this.#running >= MOST_AT_ONCE || !this.#claim(key)) return;
    this.#running += 1;
    const work = this.#attempt(key, recompute)
      .catch((error: unknown) =>
        this.#observer.failed('refresh', key, error, 'the stale value is served on'),
      )
      .finally(() => {
        this.#running -= 1;
        this.#resting.set(key, this.#now() + BACK_OFF_MS);
      });
    handOver(work, background, (error) =>
      this.#observer.failed('refresh', key, error, 'the platform did not take it over'),
    );
  }

  #claim(key: string): boolean {
    const now = this.#now();
    if (now < (this.#resting.get(key) ?? 0)) return false;
    if (this.#resting.size >= MOST_KEYS) this.#dropRested(now);
    if (this.#resting.size >= MOST_KEYS) return false;
    this.#resting.set(key, now + ATTEMPT_MS);
    return true;
  }

  async #attempt(key: string, recompute: () => Promise<void>): Promise<void> {
    const locks = this.#locks;
    if (locks === null) return await this.#recompute(key, recompute);
    const lockId = await locks.acquireLock(key, LOCK_MS);
    if (typeof lockId !== 'string' || lockId === '') return;
    try {
      await this.#recompute(key, recompute);
    } finally {
      await locks
        .releaseLock(key, lockId)
        .catch((error: unknown) =>
          this.#observer.failed('lock', key, error, 'the lock ends by its timeout'),
        );
    }
  }

  async #recompute(key: string, recompute: () => Promise<void>): Promise<void> {
    await recompute();
    this.#observer.done('refresh', key);
  }

  #dropRested(now: number): void {
    for (const [key, until] of this.#resting) if (now >= until) this.#resting.delete(key);
  }
}
