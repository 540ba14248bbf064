/** When the last failures happened: at most `threshold` of them, none older than `length` ms. */
export class FailureWindow {
  readonly #threshold: number;
  readonly #length: number;
  #times: number[] = [];

  constructor(threshold: number, length: number) {
    this.#threshold = threshold;
    this.#length = length;
  }

  /** @returns whether the failures within the window have reached the threshold */
  add(now: number): boolean {
    // Nothing to compare with, and nothing that could pile up.
    if (this.#threshold === Number.POSITIVE_INFINITY) return false;
    const oldest = now - this.#length;
    while (this.#times[0] !== undefined && this.#times[0] <= oldest) this.#times.shift();
    this.#times.push(now);
    return this.#times.length >= this.#threshold;
  }

  clear(): void {
    this.#times = [];
  }
}
