import { hasMethods } from '../config/has-methods.ts';

/** The part of prom-client (14 or later) that is used; its own types stay out of ours. */

export type Labels = Readonly<Record<string, string>>;

export interface CounterLike {
  inc(labels: Labels): void;
}

export interface GaugeLike {
  set(labels: Labels, value: number): void;
  remove(labels: Labels): void;
}

export interface HistogramLike {
  observe(labels: Labels, value: number): void;
}

/** A prom-client `Registry`. */
export interface RegistryLike {
  getSingleMetric(name: string): unknown;
  metrics(): unknown;
}

export interface InstrumentOptions {
  name: string;
  help: string;
  labelNames: string[];
  registers: RegistryLike[];
  buckets?: number[];
}

/** The module `prom-client`, as an application hands it over. */
export interface PromClientModule {
  readonly Counter: new (options: never) => unknown;
  readonly Gauge: new (options: never) => unknown;
  readonly Histogram: new (options: never) => unknown;
  readonly register: RegistryLike;
}

/** The same, once checked. */
export interface PromClient {
  readonly Counter: new (options: InstrumentOptions) => unknown;
  readonly Gauge: new (options: InstrumentOptions) => unknown;
  readonly Histogram: new (options: InstrumentOptions) => unknown;
  readonly register: RegistryLike;
}

export function isPromClient(module: unknown): module is PromClient {
  return (
    hasMethods(module, ['Counter', 'Gauge', 'Histogram']) &&
    'register' in module &&
    isRegistry(module.register)
  );
}

export function isRegistry(value: unknown): value is RegistryLike {
  return hasMethods(value, ['getSingleMetric', 'metrics']);
}

export function isCounter(metric: unknown): metric is CounterLike {
  return hasMethods(metric, ['inc']) && !('set' in metric);
}

export function isGauge(metric: unknown): metric is GaugeLike {
  return hasMethods(metric, ['set', 'remove']);
}

export function isHistogram(metric: unknown): metric is HistogramLike {
  return hasMethods(metric, ['observe', 'zero']);
}
