import type { SpanAttributes } from './span-types.ts';

/** Spans around what a cache does. */
export interface Tracing {
  /** Whether there is a tracer. Where not, callers need not build attributes. */
  readonly enabled: boolean;

  /**
   * Runs `fn` once inside a span and returns exactly what it returns: a plain value stays plain, a
   * promise is the same promise. The span ends when that settles. Of a failure it tells the class and
   * code only.
   */
  withSpan<T>(name: string, attributes: SpanAttributes, fn: () => T): T;
}

/** Tracing that is off. */
export const noTracing: Tracing = {
  enabled: false,
  withSpan: (_name, _attributes, fn) => fn(),
};

export function isTracing(value: unknown): value is Tracing {
  return (
    typeof value === 'object' &&
    value !== null &&
    'enabled' in value &&
    'withSpan' in value &&
    typeof value.withSpan === 'function'
  );
}
