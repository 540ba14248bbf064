import type { BreakerState, CacheLayer, MetricsSink, OperationStatus } from './sink.ts';

/** Enough for what a start-up does while a module loads; facts beyond it are dropped. */
const MAX_FACTS = 10_000;

/** Keeps facts in order until it is known where they go. */
export class PendingFacts implements MetricsSink {
  readonly timed = true;
  readonly #facts: ((sink: MetricsSink) => void)[] = [];

  operation(name: string, status: OperationStatus, seconds: number): void {
    this.#keep((sink) => sink.operation(name, status, seconds));
  }

  hit(layer: CacheLayer): void {
    this.#keep((sink) => sink.hit(layer));
  }

  miss(): void {
    this.#keep((sink) => sink.miss());
  }

  error(type: string): void {
    this.#keep((sink) => sink.error(type));
  }

  l1(entries: number, bytes: number): void {
    this.#keep((sink) => sink.l1(entries, bytes));
  }

  breaker(state: BreakerState): void {
    this.#keep((sink) => sink.breaker(state));
  }

  close(): void {
    this.#keep((sink) => sink.close());
  }

  /** Hands the facts on, once. */
  replay(sink: MetricsSink): void {
    for (const fact of this.#facts.splice(0)) fact(sink);
  }

  #keep(fact: (sink: MetricsSink) => void): void {
    if (this.#facts.length < MAX_FACTS) this.#facts.push(fact);
  }
}
