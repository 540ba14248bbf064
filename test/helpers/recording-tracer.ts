import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export interface RecordedSpan {
  readonly name: string;
  readonly parent: string | null;
  readonly attributes: Record<string, unknown>;
  /** `SpanStatusCode`, 0 where none was set. */
  status: number;
  ends: number;
}

/** Keeps every span in memory: a provider of `@opentelemetry/api` without an SDK behind it. */
export class RecordingTracer implements Tracer {
  readonly spans: RecordedSpan[] = [];
  readonly #names = new Map<string, string>();

  startSpan(name: string, options: SpanOptions = {}, parent: Context = context.active()): Span {
    const attributes: Record<string, unknown> = { ...options.attributes };
    const parentId = trace.getSpanContext(parent)?.spanId ?? '';
    const recorded: RecordedSpan = {
      name,
      parent: this.#names.get(parentId) ?? null,
      attributes,
      status: 0,
      ends: 0,
    };
    this.spans.push(recorded);
    const spanId = this.spans.length.toString(16).padStart(16, '0');
    this.#names.set(spanId, name);
    const span = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId, traceFlags: 1 });
    return Object.assign(span, {
      setAttribute: (key: string, value: unknown) => {
        attributes[key] = value;
        return span;
      },
      setStatus: ({ code }: { code: number }) => {
        recorded.status = code;
        return span;
      },
      recordException: () => {
        throw new Error('an exception carries its message and stack');
      },
      end: () => {
        recorded.ends += 1;
      },
    });
  }

  startActiveSpan<F extends (span: Span) => unknown>(name: string, fn: F): ReturnType<F>;
  startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    options: SpanOptions,
    fn: F,
  ): ReturnType<F>;
  startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    options: SpanOptions,
    parent: Context,
    fn: F,
  ): ReturnType<F>;
  startActiveSpan(name: string, ...rest: readonly unknown[]): unknown {
    const run = rest.at(-1);
    const [options] = rest;
    if (typeof run !== 'function' || typeof options !== 'object' || options === null) {
      throw new TypeError('startActiveSpan(name, options, fn)');
    }
    const span = this.startSpan(name, options);
    return context.with(trace.setSpan(context.active(), span), () => run(span));
  }
}

/** The active span follows promises, as under any SDK. */
export class StorageContextManager implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    fn: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => Reflect.apply(fn, thisArg, args));
  }

  bind<T>(_active: Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}
