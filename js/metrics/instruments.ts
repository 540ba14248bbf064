import { ConfigurationError } from '../errors.ts';
import type { ResolvedMetricsConfig } from './config.ts';
import {
  type CounterLike,
  type GaugeLike,
  type HistogramLike,
  type InstrumentOptions,
  isCounter,
  isGauge,
  isHistogram,
  type PromClient,
} from './prom-client.ts';

/** Seconds: from a store next door to one at its deadline. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface Instruments {
  readonly operations: CounterLike;
  readonly hits: CounterLike;
  readonly misses: CounterLike;
  readonly errors: CounterLike;
  readonly duration: HistogramLike;
  readonly l1Entries: GaugeLike;
  readonly l1Bytes: GaugeLike;
  readonly breaker: GaugeLike;
}

/**
 * The metrics of one registry and prefix. Those that are there already, because another cache made
 * them, are shared.
 * @throws {ConfigurationError} for one of another kind or without a label this cache needs
 */
export function openInstruments(client: PromClient, config: ResolvedMetricsConfig): Instruments {
  const registry = config.registry ?? client.register;
  const defaultNames = Object.keys(config.defaultLabels);

  function open<T>(
    Kind: new (options: InstrumentOptions) => unknown,
    isKind: (metric: unknown) => metric is T,
    [suffix, help, labels = [], buckets]: [string, string, string[]?, number[]?],
  ): T {
    const name = `${config.prefix}_${suffix}`;
    const labelNames = [...labels, ...defaultNames];
    const options: InstrumentOptions = { name, help, labelNames, registers: [registry] };
    const existing = registry.getSingleMetric(name);
    const metric = existing ?? new Kind(buckets === undefined ? options : { ...options, buckets });
    if (!isKind(metric)) {
      throw new ConfigurationError(
        `the registry has a metric ${name} of another kind; set metrics.prefix to a name of your own`,
      );
    }
    requireLabels(metric, name, labelNames);
    return metric;
  }

  const { Counter, Gauge, Histogram } = client;
  return {
    operations: open(Counter, isCounter, [
      'operations_total',
      'Attempts at operations of the store, and failed readings of stored bytes',
      ['operation', 'status'],
    ]),
    hits: open(Counter, isCounter, ['hits_total', 'Values found, by layer', ['layer']]),
    misses: open(Counter, isCounter, ['misses_total', 'Values found in no layer']),
    errors: open(Counter, isCounter, ['errors_total', 'Failures, by type', ['error_type']]),
    duration: open(Histogram, isHistogram, [
      'operation_duration_seconds',
      'Seconds one attempt took',
      ['operation'],
      BUCKETS,
    ]),
    l1Entries: open(Gauge, isGauge, ['l1_entries', 'Entries in L1, of all caches together']),
    l1Bytes: open(Gauge, isGauge, ['l1_memory_bytes', 'Bytes in L1, of all caches together']),
    breaker: open(Gauge, isGauge, [
      'circuit_breaker_state',
      'Worst breaker of all caches: 0 closed, 0.5 half-open, 1 open',
    ]),
  };
}

/** prom-client refuses undeclared labels with every record, so it is better told once, in advance. */
function requireLabels(metric: unknown, name: string, wanted: readonly string[]): void {
  if (typeof metric !== 'object' || metric === null || !('labelNames' in metric)) return;
  const declared = metric.labelNames;
  if (!Array.isArray(declared)) return;
  const missing = wanted.filter((label) => !declared.includes(label));
  if (missing.length === 0) return;
  throw new ConfigurationError(
    `the metric ${name} is already registered without the label ${missing.join(', ')}; give all ` +
      'caches of one registry the same names in metrics.defaultLabels, or another metrics.prefix',
  );
}
