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
  /** Moves the store's clock. Without it time is waited for. */
  readonly move: ((milliseconds: number) => unknown) | undefined;
}

/** On a clock that the tests cannot read. */
export class RealLife implements Life {
  readonly #times: RealTimes;
  #moved = 0;

  constructor(times: RealTimes) {
    this.#times = times;
  }

  get mayBeOver(): boolean {
    return this.#atMost() >= this.#times.lasts - SLACK_MS;
  }

  async nearEnd(): Promise<void> {
    await this.#pass(this.#times.lasts - SLACK_MS - AHEAD_MS - this.#atMost());
  }

  async end(): Promise<void> {
    const { lasts, made, move } = this.#times;
    // Where the clock is moved, the time that a test takes need not count.
    const passed = move === undefined ? realNow() - made : this.#moved;
    await this.#pass(lasts + SLACK_MS - passed);
  }

  /** The most that can have passed for the store. */
  #atMost(): number {
    return realNow() - this.#times.begun + this.#moved;
  }

  async #pass(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    const { move } = this.#times;
    if (move === undefined) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    } else {
      this.#moved += milliseconds;
      await move(milliseconds);
    }
  }
}
