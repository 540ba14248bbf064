import type { Instruments } from './instruments.ts';
import type { Labels } from './prom-client.ts';
import { largest, SharedGauge, sum } from './shared-gauge.ts';
import type { BreakerState, CacheLayer, MetricsSink, OperationStatus } from './sink.ts';

const BREAKER_VALUES = { closed: 0, 'half-open': 0.5, open: 1 } as const;

/** Writes facts into prom-client's metrics. What those throw reaches the caller. */
export class InstrumentSink implements MetricsSink {
  readonly timed = true;
  readonly #instruments: Instruments;
  readonly #labels: Labels;
  readonly #hitLabels: Readonly<Record<CacheLayer, Labels>>;
  readonly #l1Entries: SharedGauge;
  readonly #l1Bytes: SharedGauge;
  readonly #breaker: SharedGauge;

  constructor(instruments: Instruments, labels: Labels) {
    this.#instruments = instruments;
    this.#labels = labels;
    this.#hitLabels = { l1: { layer: 'l1', ...labels }, l2: { layer: 'l2', ...labels } };
    this.#l1Entries = new SharedGauge(instruments.l1Entries, labels, sum);
    this.#l1Bytes = new SharedGauge(instruments.l1Bytes, labels, sum);
    this.#breaker = new SharedGauge(instruments.breaker, labels, largest);
  }

  operation(operation: string, status: OperationStatus, seconds: number): void {
    this.#instruments.operations.inc({ operation, status, ...this.#labels });
    this.#instruments.duration.observe({ operation, ...this.#labels }, seconds);
  }

  hit(layer: CacheLayer): void {
    this.#instruments.hits.inc(this.#hitLabels[layer]);
  }

  miss(): void {
    this.#instruments.misses.inc(this.#labels);
  }

  error(type: string): void {
    this.#instruments.errors.inc({ error_type: type, ...this.#labels });
  }

  l1(entries: number, bytes: number): void {
    this.#l1Entries.set(entries);
    this.#l1Bytes.set(bytes);
  }

  breaker(state: BreakerState): void {
    this.#breaker.set(BREAKER_VALUES[state]);
  }

  close(): void {
    this.#l1Entries.withdraw();
    this.#l1Bytes.withdraw();
    this.#breaker.withdraw();
  }
}
