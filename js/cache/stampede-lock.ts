import type { LockableBackend } from '../backends/backend.ts';
import { type Background, handOver } from './background.ts';
import type { Observer } from './observer.ts';

/** Milliseconds. */
export interface StampedeTimes {
  /** After which a lock ends by itself: longer than a computation takes. */
  readonly lockTimeoutMs: number;
  /** Longest wait for another process to finish. */
  readonly lockWaitMs: number;
  /** Between two looks at a lock that another holds. */
  readonly lockPollMs: number;
}

/** A turn to compute. */
export interface Lease {
  /** Whether another may have written meanwhile, so that the store is worth another look. */
  readonly waited: boolean;
  /** `null` where the computation goes on without the lock. */
  readonly lockId: string | null;
}

/**
 * One computation of a key at a time over all processes that use the store. It never stands in the
 * way: whoever cannot get the lock in time, or at all, computes without it. Outside of retry and
 * breaker: locks are only an optimisation.
 */
export class StampedeLock {
  readonly #backend: LockableBackend;
  readonly #times: StampedeTimes;
  readonly #observer: Observer;

  constructor(backend: LockableBackend, times: StampedeTimes, observer: Observer) {
    this.#backend = backend;
    this.#times = times;
    this.#observer = observer;
  }

  /** Waits for a turn; never rejects. */
  async acquire(key: string): Promise<Lease> {
    const { lockTimeoutMs, lockWaitMs, lockPollMs } = this.#times;
    const until = performance.now() + lockWaitMs;
    let waited = false;
    try {
      for (;;) {
        const lockId = await this.#backend.acquireLock(key, lockTimeoutMs);
        // Anything but a non-empty string is no lease, whatever the backend meant by it.
        if (typeof lockId === 'string' && lockId !== '') return { waited, lockId };
        const left = until - performance.now();
        if (left <= 0) return { waited, lockId: null };
        waited = true;
        await new Promise((resolve) => setTimeout(resolve, Math.min(lockPollMs, left)));
      }
    } catch (error) {
      this.#observer.failed('lock', key, error, 'computed without a lock');
      return { waited, lockId: null };
    }
  }

  /** Best effort: a lock that is not released ends by its timeout. */
  async release(key: string, lease: Lease, background: Background | null): Promise<void> {
    if (lease.lockId === null) return;
    const work = this.#release(key, lease.lockId);
    if (background === null) await work;
    else handOver(work, background, (error) => this.#failed(key, error));
  }

  async #release(key: string, lockId: string): Promise<void> {
    try {
      await this.#backend.releaseLock(key, lockId);
    } catch (error) {
      this.#failed(key, error);
    }
  }

  #failed(key: string, error: unknown): void {
    this.#observer.failed('lock', key, error, 'the lock ends by its timeout');
  }
}
