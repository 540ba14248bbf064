import type { BreakerState, CacheLayer, MetricsSink, OperationStatus } from './sink.ts';

/** Tells two sinks the same, so that callers know one only. */
export class FanOut implements MetricsSink {
  readonly #first: MetricsSink;
  readonly #second: MetricsSink;

  constructor(first: MetricsSink, second: MetricsSink) {
    this.#first = first;
    this.#second = second;
  }

  get timed(): boolean {
    return this.#first.timed || this.#second.timed;
  }

  operation(name: string, status: OperationStatus, seconds: number): void {
    this.#first.operation(name, status, seconds);
    this.#second.operation(name, status, seconds);
  }

  hit(layer: CacheLayer): void {
    this.#first.hit(layer);
    this.#second.hit(layer);
  }

  miss(): void {
    this.#first.miss();
    this.#second.miss();
  }

  error(type: string): void {
    this.#first.error(type);
    this.#second.error(type);
  }

  l1(entries: number, bytes: number): void {
    this.#first.l1(entries, bytes);
    this.#second.l1(entries, bytes);
  }

  breaker(state: BreakerState): void {
    this.#first.breaker(state);
    this.#second.breaker(state);
  }

  close(): void {
    this.#first.close();
    this.#second.close();
  }
}
