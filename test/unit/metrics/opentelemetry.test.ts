import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { nodeTracing } from '../../../js/metrics/node-tracing.ts';
import { OpenTelemetryTracing } from '../../../js/metrics/opentelemetry.ts';
import { noTracing } from '../../../js/metrics/tracing.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { RecordingTracer, StorageContextManager } from '../../helpers/recording-tracer.ts';

const lines = captureLog();
let tracer: RecordingTracer;

beforeEach(() => {
  tracer = new RecordingTracer();
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  context.setGlobalContextManager(new StorageContextManager());
});

afterEach(() => {
  trace.disable();
  context.disable();
});

describe('spans', () => {
  it('carry their attributes and end with a synchronous result, which stays plain', () => {
    const tracing = new OpenTelemetryTracing(trace.getTracer('test'));
    expect(tracing.enabled).toBe(true);
    const attributes = { 'cache.key.digest': '00ff', 'cache.layer': 'l1' } as const;
    expect(tracing.withSpan('cache.get', attributes, () => 42)).toBe(42);
    expect(tracer.spans).toEqual([
      { name: 'cache.get', parent: null, attributes, status: SpanStatusCode.UNSET, ends: 1 },
    ]);
  });

  it('end when the promise settles, and the promise is the same one', async () => {
    const tracing = new OpenTelemetryTracing(tracer);
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = tracing.withSpan('cache.get', {}, () => promise);
    expect(result).toBe(promise);
    expect(tracer.spans[0]?.ends).toBe(0);
    resolve('value');
    expect(await result).toBe('value');
    expect(tracer.spans[0]).toMatchObject({ status: SpanStatusCode.UNSET, ends: 1 });
  });

  it('wait for any thenable, not only for a Promise', () => {
    const tracing = new OpenTelemetryTracing(tracer);
    const settle: (() => void)[] = [];
    const thenable = { then: (done: () => void) => void settle.push(done) };
    expect(tracing.withSpan('cache.get', {}, () => thenable)).toBe(thenable);
    expect(tracer.spans[0]?.ends).toBe(0);
    for (const done of settle) done();
    expect(tracer.spans[0]?.ends).toBe(1);
  });

  it('are active inside, also after an await', async () => {
    const tracing = new OpenTelemetryTracing(tracer);
    await tracing.withSpan('cache.get', {}, async () => {
      await Promise.resolve();
      tracer.startSpan('redis.get').end();
    });
    expect(tracer.spans.map(({ name, parent }) => [name, parent])).toEqual([
      ['cache.get', null],
      ['redis.get', 'cache.get'],
    ]);
  });

  it.each([
    [new BackendError('secret key'), 'ERR_BACKEND'],
    [new RangeError('secret key'), 'RangeError'],
    [undefined, 'a thrown undefined'],
  ])('tell the kind of a failure and nothing else: %#', async (error, type) => {
    const tracing = new OpenTelemetryTracing(tracer);
    const fail = vi.fn<() => never>(() => {
      throw error;
    });
    let thrown: unknown = 'nothing';
    try {
      tracing.withSpan('sync', {}, fail);
    } catch (caught) {
      thrown = caught;
    }
    expect(thrown).toBe(error);
    expect(fail).toHaveBeenCalledOnce();
    await expect(tracing.withSpan('async', {}, async () => fail())).rejects.toBe(error);
    for (const span of tracer.spans) {
      expect(span).toMatchObject({ status: SpanStatusCode.ERROR, ends: 1 });
      expect(span.attributes).toEqual({ 'error.type': type });
    }
    expect(tracer.spans).toHaveLength(2);
  });

  it('of a broken tracer neither fail the work nor run it twice', async () => {
    const broken = {
      startActiveSpan: () => {
        throw new Error('secret endpoint');
      },
    };
    const tracing = new OpenTelemetryTracing(broken);
    const work = vi.fn<() => number>(() => 7);
    expect(tracing.withSpan('cache.get', {}, work)).toBe(7);
    expect(tracing.withSpan('cache.get', {}, work)).toBe(7);
    expect(work).toHaveBeenCalledTimes(2);
    expect(lines).toEqual(['the tracer failed; the cache goes on: Error']);
  });

  it('that cannot be ended do not fail the work', async () => {
    vi.spyOn(tracer, 'startSpan').mockImplementation((name) => {
      const span = RecordingTracer.prototype.startSpan.call(tracer, name);
      return Object.assign(span, {
        end: () => {
          throw new Error('exporter');
        },
      });
    });
    const tracing = new OpenTelemetryTracing(tracer);
    expect(tracing.withSpan('a', {}, () => 1)).toBe(1);
    expect(await tracing.withSpan('b', {}, async () => 2)).toBe(2);
    expect(lines).toEqual(['the tracer failed; the cache goes on: Error']);
  });
});

describe('loading the tracer', () => {
  it('happens after the turn of construction; until then the work runs plainly', async () => {
    const load = vi.fn<() => Promise<unknown>>(() => import('@opentelemetry/api'));
    const tracing = new OpenTelemetryTracing(load);
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    expect(tracing.enabled).toBe(false);
    expect(tracing.withSpan('early', {}, () => 1)).toBe(1);
    await tracing.ready;
    expect(tracing.withSpan('late', {}, () => 2)).toBe(2);
    expect(tracer.spans.map(({ name }) => name)).toEqual(['late']);
  });

  it('finds the package of the application', async () => {
    const tracing = nodeTracing();
    await tracing.ready;
    expect(tracing.enabled).toBe(true);
    tracing.withSpan('cache.get', {}, () => {});
    expect(tracer.spans).toHaveLength(1);
  });

  it.each([
    ['is missing', () => Promise.reject(new Error('Cannot find package')), 'Error'],
    ['is something else', async () => ({}), 'ConfigurationError ERR_CONFIGURATION'],
  ])('is reported once where the package %s', async (_what, load, kind) => {
    const tracing = new OpenTelemetryTracing(load);
    await tracing.ready;
    expect(tracing.enabled).toBe(false);
    expect(tracing.withSpan('cache.get', {}, () => 3)).toBe(3);
    expect(lines).toEqual([
      `tracing is off: it needs @opentelemetry/api 1.x (npm install @opentelemetry/api): ${kind}`,
    ]);
  });

  it.each([null, {}, 'tracer'])('refuses the tracer %j', (source) => {
    expect(() => Reflect.construct(OpenTelemetryTracing, [source])).toThrow(ConfigurationError);
  });
});

it('A16: tracing that is off returns what the work returns, with no promise around it', () => {
  const promise = Promise.resolve(1);
  expect(noTracing.enabled).toBe(false);
  expect(noTracing.withSpan('cache.get', {}, () => promise)).toBe(promise);
  expect(noTracing.withSpan('cache.get', {}, () => 1)).toBe(1);
});
