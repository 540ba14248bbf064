/** What tests ask of the time that an entry or a lock has. */
export interface Life {
  /** Lets time pass until it is almost over. */
  nearEnd(): Promise<void>;
  /** Whether it may be over by now: the machine was slow, and nothing follows from what is seen. */
  readonly mayBeOver: boolean;
  /** Lets time pass until it must be over. */
  end(): Promise<void>;
}

/** On the clock that the tests give: exact to the millisecond. */
export class GivenLife implements Life {
  readonly mayBeOver = false;
  readonly #deadline: number;
  readonly #setTime: (time: number) => void;

  constructor(deadline: number, setTime: (time: number) => void) {
    this.#deadline = deadline;
    this.#setTime = setTime;
  }

  async nearEnd(): Promise<void> {
    this.#setTime(this.#deadline - 1);
  }

  async end(): Promise<void> {
    this.#setTime(this.#deadline);
  }
}

// Taken once: tests may put a clock of theirs into the place of the global one.
export const realNow: () => number = performance.now.bind(performance);

/** How much earlier or later it may end where the tests do not give the time. */
const SLACK_MS = 1000;
/** How long before that they look whether it is still there. */
const AHEAD_MS = 500;

/** In milliseconds. */
interface RealTimes {
  readonly lasts: number;
  /** It began between this moment and `made`. */
  readonly begun: number;
  readonly made: number;
  /** The store's clock where it can be moved. Without one time is waited for. */
  readonly clock: MovedClock | undefined;
}

/** A clock that tests cannot read, only move on. */
export class MovedClock {
  /** Milliseconds, in one test. */
  moved = 0;
  readonly #move: (milliseconds: number) => unknown;

  constructor(move: (milliseconds: number) => unknown) {
    this.#move = move;
  }

  async move(milliseconds: number): Promise<void> {
    this.moved += milliseconds;
    await this.#move(milliseconds);
  }
}

/** On a clock that the tests cannot read. */
export class RealLife implements Life {
  readonly #times: RealTimes;
  readonly #movedBefore: number;

  constructor(times: RealTimes) {
    this.#times = times;
    this.#movedBefore = times.clock?.moved ?? 0;
  }

  get mayBeOver(): boolean {
    return this.#atMost() >= this.#times.lasts - SLACK_MS;
  }

  async nearEnd(): Promise<void> {
    await this.#pass(this.#times.lasts - SLACK_MS - AHEAD_MS - this.#atMost());
  }

  async end(): Promise<void> {
    const { lasts, made, clock } = this.#times;
    // Where the clock is moved, the time that a test takes need not count.
    const passed = clock === undefined ? realNow() - made : this.#moved();
    await this.#pass(lasts + SLACK_MS - passed);
  }

  /** The most that can have passed for the store. */
  #atMost(): number {
    return realNow() - this.#times.begun + this.#moved();
  }

  #moved(): number {
    return (this.#times.clock?.moved ?? 0) - this.#movedBefore;
  }

  async #pass(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    const { clock } = this.#times;
    if (clock !== undefined) await clock.move(milliseconds);
    else await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}
