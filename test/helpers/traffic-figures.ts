/** What happened in one part of a run under traffic. */
export class Figures {
  /** Calls that began. */
  calls = 0;
  /** Calls that rejected. */
  failed = 0;
  /** Hits of L1. */
  local = 0;
  /** Hits of the store. */
  stored = 0;
  /** Runs of the wrapped functions. */
  computed = 0;
  /** Writes that the store took. */
  written = 0;
  /** Failures of the store that no caller saw. */
  absorbed = 0;
  readonly #begun = performance.now();
  readonly #latencies: number[] = [];
  #lasted: number | null = null;

  /** Milliseconds since it began, up to its end. */
  get age(): number {
    return this.#lasted ?? performance.now() - this.#begun;
  }

  /** Calls that are not answered yet. */
  get waiting(): number {
    return this.calls - this.#latencies.length;
  }

  end(): void {
    this.#lasted = this.age;
  }

  /** Of a call that began in it, also where it ended later. @param latency milliseconds */
  answered(latency: number): void {
    this.#latencies.push(latency);
  }

  /** As a row of a table. */
  row(): Record<string, number> {
    const { calls, local, stored, computed, written, absorbed, failed } = this;
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (ratio: number): number =>
      Math.round(sorted[Math.ceil(sorted.length * ratio) - 1] ?? 0);
    const counts = { calls, 'from L1': local, stored, computed, written, absorbed, failed };
    const times = { 'p99 ms': at(0.99), 'slowest ms': at(1), 'lasted ms': Math.round(this.age) };
    return { ...counts, ...times };
  }
}
