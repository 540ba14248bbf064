import type { BreakerState, CacheLayer, MetricsSink, OperationStatus } from './sink.ts';

export interface OperationCounts {
  readonly success: number;
  readonly error: number;
}

/** What a cache did since it was created, and what its L1 and breaker are now. */
export interface CacheStats {
  readonly hits: { readonly l1: number; readonly l2: number };
  readonly misses: number;
  /** Per error type. */
  readonly errors: Readonly<Record<string, number>>;
  /** Per operation; retries count as attempts of their own. */
  readonly operations: Readonly<Record<string, OperationCounts>>;
  readonly l1: { readonly entries: number; readonly bytes: number };
  /** "closed" also where there is no breaker. */
  readonly breaker: BreakerState;
}

/** The counts behind `cache.stats()`: always on, so plain numbers and no clock. */
export class Counters implements MetricsSink {
  readonly timed = false;
  // Not `#private`, of which a write is a call until the last of V8's compilers has come to it.
  private l1Hits = 0;
  private l2Hits = 0;
  private misses = 0;
  private entries = 0;
  private bytes = 0;
  #breaker: BreakerState = 'closed';
  readonly #errors = new Map<string, number>();
  readonly #operations = new Map<string, { success: number; error: number }>();

  operation(name: string, status: OperationStatus): void {
    let counts = this.#operations.get(name);
    if (counts === undefined) {
      counts = { success: 0, error: 0 };
      this.#operations.set(name, counts);
    }
    counts[status] += 1;
  }

  hit(layer: CacheLayer): void {
    if (layer === 'l1') this.l1Hits += 1;
    else this.l2Hits += 1;
  }

  miss(): void {
    this.misses += 1;
  }

  error(type: string): void {
    this.#errors.set(type, (this.#errors.get(type) ?? 0) + 1);
  }

  l1(entries: number, bytes: number): void {
    this.entries = entries;
    this.bytes = bytes;
  }

  breaker(state: BreakerState): void {
    this.#breaker = state;
  }

  close(): void {
    this.l1(0, 0);
  }

  /** A copy that does not change afterwards. */
  snapshot(): CacheStats {
    const operations = [...this.#operations].map(
      ([name, counts]) => [name, { ...counts }] as const,
    );
    return {
      hits: { l1: this.l1Hits, l2: this.l2Hits },
      misses: this.misses,
      errors: Object.fromEntries(this.#errors),
      operations: Object.fromEntries(operations),
      l1: { entries: this.entries, bytes: this.bytes },
      breaker: this.#breaker,
    };
  }
}
