/** The part of `@opentelemetry/api` (1.x) that is used; its own types stay out of ours. */

/** Everything a span may say. Closed, so that no key, value or foreign text gets in by accident. */
export interface SpanAttributes {
  /** BLAKE2b-128 of the key, hex; never the key. */
  readonly 'cache.key.digest'?: string;
  readonly 'cache.layer'?: 'l1' | 'l2';
  readonly 'cache.hit'?: boolean;
  /** Keys of a batch. */
  readonly 'cache.keys'?: number;
  readonly 'cache.attempt'?: number;
}

export interface SpanLike {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

export interface TracerLike {
  startActiveSpan<T>(
    name: string,
    options: { attributes: Record<string, string | number | boolean> },
    run: (span: SpanLike) => T,
  ): T;
}

/** The module `@opentelemetry/api`. */
export interface OpenTelemetryApi {
  readonly trace: { getTracer(name: string): TracerLike };
}

export function isTracer(value: unknown): value is TracerLike {
  return hasMethod(value, 'startActiveSpan');
}

export function isOpenTelemetryApi(module: unknown): module is OpenTelemetryApi {
  return (
    typeof module === 'object' &&
    module !== null &&
    'trace' in module &&
    hasMethod(module.trace, 'getTracer')
  );
}

function hasMethod(value: unknown, name: string): boolean {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
  );
}
