import { CachekitError, ConfigurationError } from '../errors.ts';
import { contain } from '../log/contain.ts';
import { log } from '../log/logger.ts';
import { type MetricsConfig, type ResolvedMetricsConfig, resolveMetricsConfig } from './config.ts';
import { InstrumentSink } from './instrument-sink.ts';
import { openInstruments } from './instruments.ts';
import { NoopMetrics } from './noop.ts';
import { PendingFacts } from './pending-facts.ts';
import { isPromClient, type PromClient, type PromClientModule } from './prom-client.ts';
import type { BreakerState, CacheLayer, MetricsSink, OperationStatus } from './sink.ts';

/** prom-client itself, or what imports it. */
export type PromClientSource = PromClientModule | (() => Promise<unknown>);

/**
 * Metrics of one cache through prom-client:
 * `operations_total{operation,status}`, `hits_total{layer}`, `misses_total`,
 * `errors_total{error_type}`, `operation_duration_seconds{operation}`, `l1_entries`,
 * `l1_memory_bytes` and `circuit_breaker_state` (0 closed, 0.5 half-open, 1 open), each behind the
 * prefix.
 *
 * Caches that share a registry share the metrics. Where their labels are equal too, counts add up,
 * the L1 gauges show the sum and the breaker gauge the worst state; a default label such as
 * `{ cache: 'users' }` keeps them apart.
 *
 * Nothing of prom-client is loaded before the turn of the event loop after construction; what happens
 * until then is recorded afterwards. A failure is reported once and leaves the cache without metrics.
 */
export class PrometheusMetrics implements MetricsSink {
  /** Resolves, never rejects, once facts are recorded or known to be lost. */
  readonly ready: Promise<void>;
  readonly #config: ResolvedMetricsConfig;
  #sink: MetricsSink;
  #reported = false;
  #closed = false;

  /** @throws {ConfigurationError} for a wrong `config` */
  constructor(config: MetricsConfig, source: PromClientSource) {
    this.#config = resolveMetricsConfig(config);
    const pending = new PendingFacts();
    this.#sink = pending;
    this.ready = new Promise((resolve) => {
      setTimeout(() => this.#open(pending, source).then(resolve), 0);
    });
  }

  get timed(): boolean {
    return this.#sink.timed;
  }

  operation(name: string, status: OperationStatus, seconds: number): void {
    try {
      this.#sink.operation(name, status, seconds);
    } catch (error) {
      this.#report(error);
    }
  }

  hit(layer: CacheLayer): void {
    try {
      this.#sink.hit(layer);
    } catch (error) {
      this.#report(error);
    }
  }

  miss(): void {
    try {
      this.#sink.miss();
    } catch (error) {
      this.#report(error);
    }
  }

  error(type: string): void {
    try {
      this.#sink.error(type);
    } catch (error) {
      this.#report(error);
    }
  }

  l1(entries: number, bytes: number): void {
    if (this.#closed) return;
    try {
      this.#sink.l1(entries, bytes);
    } catch (error) {
      this.#report(error);
    }
  }

  breaker(state: BreakerState): void {
    if (this.#closed) return;
    try {
      this.#sink.breaker(state);
    } catch (error) {
      this.#report(error);
    }
  }

  close(): void {
    this.#closed = true;
    try {
      this.#sink.close();
    } catch (error) {
      this.#report(error);
    }
  }

  async #open(pending: PendingFacts, source: PromClientSource): Promise<void> {
    try {
      const client = await load(source);
      const sink = new InstrumentSink(
        openInstruments(client, this.#config),
        this.#config.defaultLabels,
      );
      this.#sink = sink;
      pending.replay(sink);
    } catch (error) {
      if (this.#sink === pending) this.#sink = new NoopMetrics();
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (this.#reported) return;
    this.#reported = true;
    const told =
      error instanceof CachekitError
        ? error
        : new ConfigurationError('prom-client refused a metric; see the cause', { cause: error });
    const { onError } = this.#config;
    if (onError === null) log(`metrics are not recorded: ${told.message}`, told);
    else contain(() => onError(told), logFailure);
  }
}

async function load(source: PromClientSource): Promise<PromClient> {
  const refusal = 'metrics need prom-client 14 or later: npm install prom-client';
  let module: unknown;
  try {
    module = typeof source === 'function' ? await source() : source;
  } catch (cause) {
    throw new ConfigurationError(refusal, { cause });
  }
  if (!isPromClient(module)) throw new ConfigurationError(refusal);
  return module;
}

function logFailure(error: unknown): void {
  log('metrics.onError failed', error);
}
