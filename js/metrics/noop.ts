import type { MetricsSink } from './sink.ts';

/** Metrics that are off. */
export class NoopMetrics implements MetricsSink {
  readonly timed = false;
  operation(): void {}
  hit(): void {}
  miss(): void {}
  error(): void {}
  l1(): void {}
  breaker(): void {}
  close(): void {}
}
