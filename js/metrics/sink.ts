export type CacheLayer = 'l1' | 'l2';
export type OperationStatus = 'success' | 'error';
export type BreakerState = 'closed' | 'half-open' | 'open';

/**
 * Where a cache reports what happens, one method per fact. No method throws, returns a promise or
 * keeps anything it was given; an implementation contains its own failures.
 */
export interface MetricsSink {
  /** Whether durations are looked at. Where not, callers need no clock and pass 0. */
  readonly timed: boolean;

  /**
   * One attempt at an operation of a store (get, set, delete, exists) or a failed reading of stored
   * bytes (l1_decrypt, l2_decode).
   * @param name one of a small fixed set
   */
  operation(name: string, status: OperationStatus, seconds: number): void;
  hit(layer: CacheLayer): void;
  miss(): void;
  /** @param type one of a small fixed set, never text of an error */
  error(type: string): void;
  /** What L1 holds now. */
  l1(entries: number, bytes: number): void;
  breaker(state: BreakerState): void;
  /** The cache closes: what stood for its present state is withdrawn. Counts stay. Idempotent. */
  close(): void;
}
