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
  readonly #latencies: number[] = [];
  #begun = performance.now();
  #lasted: number | null = null;

  /** Milliseconds since it began, up to its end. */
  get age(): number {
    return this.#lasted ?? performance.now() - this.#begun;
  }

  /** Calls that are not answered yet. */
  get waiting(): number {
    return this.calls - this.#latencies.length;
  }

  /** Milliseconds that the slowest call took. */
  get slowest(): number {
    return Math.max(0, ...this.#latencies);
  }

  begin(): void {
    this.#begun = performance.now();
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
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
    const counts = { calls, 'from L1': local, stored, computed, written, absorbed, failed };
    const times = { 'p99 ms': p99, 'slowest ms': this.slowest, 'lasted ms': this.age };
    const rounded = Object.entries(times).map(([name, ms]) => [name, Math.round(ms)]);
    return { ...counts, ...Object.fromEntries(rounded) };
  }
}
