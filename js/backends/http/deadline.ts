import { TimeoutError } from '../../errors.ts';

/**
 * The end of one attempt, for its connection, headers and body alike. It does not rely on the signal
 * alone: an attempt ends in time also where a `fetch` ignores it.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #expired: Promise<never>;
  readonly #timer: ReturnType<typeof setTimeout>;

  /** @param action what the service was to do, for the error */
  constructor(milliseconds: number, action: string) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.#expired = promise;
    // Nobody may be waiting when it ends.
    promise.catch(() => {});
    this.#timer = setTimeout(() => {
      reject(
        new TimeoutError(
          `the cache service did not ${action} within ${milliseconds} ms; raise timeout or check the service`,
        ),
      );
      this.#controller.abort();
    }, milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for work, but no longer than the attempt lasts. @throws {TimeoutError} */
  async wait<T>(work: Promise<T>): Promise<T> {
    return await Promise.race([work, this.#expired]);
  }

  /** The attempt is over: its connection may be used again. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /** The attempt is given up: what it still transfers is of no use. */
  abandon(): void {
    this.end();
    this.#controller.abort();
  }
}
