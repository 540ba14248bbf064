import { after } from '../reliability/clock.ts';

interface Flight<T> {
  readonly work: Promise<T>;
  /** Milliseconds on the cache's clock, until which it is waited for. */
  readonly until: number;
}

const always = (): boolean => true;

/**
 * Work under way, one per key: callers that want the same at the same time share it and its outcome.
 * In a Worker it is torn down with the request that began it and never ends, so that nobody waits
 * for longer than its lifetime: then it begins anew.
 */
export class Flights<T> {
  readonly #running = new Map<string, Flight<T>>();
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  readonly #copy: (outcome: T) => T;

  /**
   * @param now milliseconds
   * @param copy makes of the outcome what each caller but the first gets, before the first has it
   */
  constructor(lifetimeMs: number, now: () => number, copy = (outcome: T): T => outcome) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
    this.#copy = copy;
  }

  /**
   * The outcome of the work under way for this key; starts it where there is none.
   * @param wanted whether somebody still waits for the promise: for others nothing begins anew
   */
  join(key: string, start: () => Promise<T>, wanted = always): Promise<T> {
    const flight = this.#running.get(key);
    if (flight === undefined || this.#now() >= flight.until) return this.#begin(key, start);
    return this.#board(key, flight, start, wanted);
  }

  /** Later callers start anew; those on board keep what they joined. For after a write. */
  forget(key: string): void {
    // Asked with every write, mostly with nothing under way.
    if (this.#running.size > 0) this.#running.delete(key);
  }

  forgetAll(): void {
    this.#running.clear();
  }

  #begin(key: string, start: () => Promise<T>): Promise<T> {
    const flight = { work: start(), until: this.#now() + this.#lifetimeMs };
    this.#running.set(key, flight);
    const leave = () => this.#leave(key, flight);
    flight.work.then(leave, leave);
    return flight.work;
  }

  #board(
    key: string,
    flight: Flight<T>,
    start: () => Promise<T>,
    wanted: () => boolean,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const left = Math.min(this.#lifetimeMs, flight.until - this.#now());
      const cancel = after(left, () => {
        this.#leave(key, flight);
        if (wanted()) resolve(this.join(key, start, wanted));
      });
      flight.work.then(this.#copy).then(resolve, reject).then(cancel);
    });
  }

  #leave(key: string, flight: Flight<T>): void {
    if (this.#running.get(key) === flight) this.#running.delete(key);
  }
}
