import { ConfigurationError } from '../errors.ts';
import { GivenLife, type Life, MovedClock, RealLife, realNow } from './life.ts';

/** See `BackendSubject.time`. The function gets milliseconds. */
export type TimeMode = 'given' | 'real' | 'untested' | ((milliseconds: number) => unknown);

/** @throws {ConfigurationError} */
export function requireTimeMode(mode: TimeMode): TimeMode {
  if (typeof mode === 'function' || ['given', 'real', 'untested'].includes(mode)) return mode;
  throw new ConfigurationError("time must be 'given', 'real', 'untested' or a function");
}

/** Where a clock begins that the tests give: on a whole second, for stores that count in those. */
const START_MS = 1_800_000_000_000;

/** How time passes in one test. */
export class Time {
  readonly #mode: TimeMode;
  readonly #clock: MovedClock | undefined;
  #given = START_MS;

  constructor(mode: TimeMode) {
    this.#mode = mode;
    this.#clock = typeof mode === 'function' ? new MovedClock(mode) : undefined;
  }

  /** Milliseconds since the epoch, for a store that takes them from here. */
  readonly now = (): number => this.#given;

  /** Sets the clock that the store was given to so many milliseconds after its beginning. */
  setTo(milliseconds: number): void {
    this.#given = START_MS + milliseconds;
  }

  /** Does the work, with which something begins that lasts so many milliseconds. */
  async begin(milliseconds: number, work: () => Promise<unknown>): Promise<Life> {
    if (this.#mode === 'given') {
      const deadline = this.#given + milliseconds;
      await work();
      return new GivenLife(deadline, (time) => {
        this.#given = time;
      });
    }
    const begun = realNow();
    await work();
    return new RealLife({ lasts: milliseconds, begun, made: realNow(), clock: this.#clock });
  }
}
