import { log } from './logger.ts';

interface Window {
  /** Milliseconds, on the clock of the owner. */
  readonly since: number;
  suppressed: number;
}

/**
 * Warnings that a broken value or key would repeat with every call: one line per kind and interval,
 * and the next one says how many were left out. One instance per cache, so that a noisy cache does
 * not silence another.
 */
export class RateLimited {
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** @param now milliseconds; need not be monotonic: a clock set back opens a new interval */
  constructor(intervalMs = 60_000, now: () => number = Date.now) {
    this.#intervalMs = intervalMs;
    this.#now = now;
  }

  /**
   * @param kind one of a small fixed set: every kind is remembered
   * @param message a function is called only where the line is written
   */
  warn(kind: string, message: string | (() => string)): void {
    const now = this.#now();
    const window = this.#windows.get(kind);
    if (window !== undefined && now >= window.since && now - window.since < this.#intervalMs) {
      window.suppressed += 1;
      return;
    }
    this.#windows.set(kind, { since: now, suppressed: 0 });
    const line = typeof message === 'string' ? message : message();
    const left = window?.suppressed ?? 0;
    log(left === 0 ? line : `${line} (${left} more like it since the last line)`);
  }
}
