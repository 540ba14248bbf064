import type { CacheOptions, SecureCache } from '../../../js/api.ts';

/** What a test may replace besides the options. */
export interface TestClock {
  /** Milliseconds. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
}

/** Opens a cache on the core under test. `null` takes the real clock. */
export type MakeCache = (options: CacheOptions, clock?: TestClock) => SecureCache;

/** A clock that only moves when told to. */
export class ManualClock implements TestClock {
  time = 1_700_000_000_000;
  readonly now = (): number => this.time;
  readonly random = (): number => 0.5;

  advance(ms: number): void {
    this.time += ms;
  }
}
