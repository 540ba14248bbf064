import { isThenable } from '../core/thenable.ts';
import { CachekitError, ConfigurationError } from '../errors.ts';
import { describeError } from '../log/describe-error.ts';
import { log } from '../log/logger.ts';
import {
  isOpenTelemetryApi,
  isTracer,
  type SpanAttributes,
  type SpanLike,
  type TracerLike,
} from './span-types.ts';
import type { Tracing } from './tracing.ts';

/** `SpanStatusCode.ERROR`; a span without a status is one that did not fail. */
const STATUS_ERROR = 2;

/** A tracer, or what imports `@opentelemetry/api` to ask for one. */
export type TracerSource = TracerLike | (() => Promise<unknown>);

/**
 * Spans through OpenTelemetry. `fn` runs with its span active, so that spans of a store's client
 * become its children. A tracer that cannot be loaded or throws is reported once by a log line and
 * never fails the operation.
 */
export class OpenTelemetryTracing implements Tracing {
  /** Resolves, never rejects, once the tracer is there or known to be missing. */
  readonly ready: Promise<void>;
  #tracer: TracerLike | null = null;
  #reported = false;

  /** @throws {ConfigurationError} for a `source` that is neither a tracer nor a function */
  constructor(source: TracerSource) {
    if (typeof source !== 'function') {
      if (!isTracer(source)) {
        throw new ConfigurationError('tracing takes a tracer of @opentelemetry/api 1.x');
      }
      this.#tracer = source;
      this.ready = Promise.resolve();
    } else {
      this.ready = new Promise((resolve) => {
        setTimeout(() => this.#load(source).then(resolve), 0);
      });
    }
  }

  get enabled(): boolean {
    return this.#tracer !== null;
  }

  withSpan<T>(name: string, attributes: SpanAttributes, fn: () => T): T {
    const tracer = this.#tracer;
    if (tracer === null) return fn();
    let entered = false;
    try {
      return tracer.startActiveSpan(name, { attributes: { ...attributes } }, (span) => {
        entered = true;
        return this.#run(span, fn);
      });
    } catch (error) {
      if (entered) throw error;
      this.#report(error);
      return fn();
    }
  }

  #run<T>(span: SpanLike, fn: () => T): T {
    let result: T;
    try {
      result = fn();
    } catch (error) {
      this.#fail(span, error);
      throw error;
    }
    if (isThenable(result)) {
      // Beside the caller's own handlers, which see the promise itself and no turn later.
      result.then(
        () => this.#end(span),
        (error: unknown) => this.#fail(span, error),
      );
    } else {
      this.#end(span);
    }
    return result;
  }

  #end(span: SpanLike): void {
    try {
      span.end();
    } catch (error) {
      this.#report(error);
    }
  }

  #fail(span: SpanLike, error: unknown): void {
    try {
      const type = error instanceof CachekitError ? error.code : describeError(error);
      span.setAttribute('error.type', type);
      span.setStatus({ code: STATUS_ERROR });
    } catch (failure) {
      this.#report(failure);
    }
    this.#end(span);
  }

  async #load(importApi: () => Promise<unknown>): Promise<void> {
    try {
      this.#tracer = tracerOf(await importApi());
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (this.#reported) return;
    this.#reported = true;
    log(
      this.#tracer === null
        ? 'tracing is off: it needs @opentelemetry/api 1.x (npm install @opentelemetry/api)'
        : 'the tracer failed; the cache goes on',
      error,
    );
  }
}

function tracerOf(api: unknown): TracerLike {
  if (isOpenTelemetryApi(api)) return api.trace.getTracer('sealcache');
  throw new ConfigurationError('@opentelemetry/api must be version 1.x');
}
