/** What is known for sure: nothing that overlaps a failure or a fault. */
export class Certainty {
  #doubtful = false;
  #changes = 0;

  /** From now until `calm` whatever the cache says was done may be lost. */
  disturb(): void {
    this.#doubtful = true;
    this.#changes += 1;
  }

  calm(): void {
    this.#doubtful = false;
    this.#changes += 1;
  }

  /** A failure that the cache absorbed: what is under way may not have been done. */
  failure(): void {
    this.#changes += 1;
  }

  /** Begins to watch. @returns tells whether all was well since then */
  watch(): () => boolean {
    const begun = this.#doubtful ? -1 : this.#changes;
    return () => begun === this.#changes;
  }
}
