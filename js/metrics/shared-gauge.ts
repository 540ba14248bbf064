import type { GaugeLike, Labels } from './prom-client.ts';

type Combine = (values: Iterable<number>) => number;

/** Per gauge and label set, what each cache says. Weak, so that a dropped registry is forgotten. */
const shares = new WeakMap<GaugeLike, Map<string, Map<SharedGauge, number>>>();

/**
 * One cache's share of a gauge. Caches with the same labels do not overwrite each other: the gauge
 * shows their values combined.
 */
export class SharedGauge {
  readonly #gauge: GaugeLike;
  readonly #labels: Labels;
  readonly #combine: Combine;
  readonly #values: Map<SharedGauge, number>;

  constructor(gauge: GaugeLike, labels: Labels, combine: Combine) {
    this.#gauge = gauge;
    this.#labels = labels;
    this.#combine = combine;
    this.#values = valuesOf(gauge, labels);
  }

  set(value: number): void {
    this.#values.set(this, value);
    this.#publish();
  }

  /** Takes this cache's share out; with the last one the series disappears. */
  withdraw(): void {
    this.#values.delete(this);
    if (this.#values.size === 0) this.#gauge.remove(this.#labels);
    else this.#publish();
  }

  #publish(): void {
    this.#gauge.set(this.#labels, this.#combine(this.#values.values()));
  }
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

export function largest(values: Iterable<number>): number {
  let top = Number.NEGATIVE_INFINITY;
  for (const value of values) top = Math.max(top, value);
  return top;
}

function valuesOf(gauge: GaugeLike, labels: Labels): Map<SharedGauge, number> {
  let series = shares.get(gauge);
  if (series === undefined) {
    series = new Map();
    shares.set(gauge, series);
  }
  const name = JSON.stringify(labels);
  let values = series.get(name);
  if (values === undefined) {
    values = new Map();
    series.set(name, values);
  }
  return values;
}
