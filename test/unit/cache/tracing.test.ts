import { context } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CacheOptions } from '../../../js/api.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { openView } from '../../../js/cache/traced-view.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { setLogger } from '../../../js/log/logger.ts';
import {
  BackendError,
  createCache,
  generateKey,
  MemoryBackend,
  OpenTelemetryTracing,
} from '../../../js/node.ts';
import { RecordingTracer, StorageContextManager } from '../../helpers/recording-tracer.ts';

beforeAll(() => {
  setLogger(() => {});
  context.setGlobalContextManager(new StorageContextManager());
});
afterAll(() => {
  setLogger(null);
  context.disable();
});

function open(options: Partial<CacheOptions> = {}) {
  const tracer = new RecordingTracer();
  const backend = new MemoryBackend();
  const cache = createCache({ backend, tracing: new OpenTelemetryTracing(tracer), ...options });
  const names = () => tracer.spans.map(({ name, parent }) => `${parent ?? '-'} > ${name}`);
  return { tracer, backend, cache, names };
}

test('each operation has a span, and each attempt at the store one below it', async () => {
  const { cache, tracer, names } = open();
  await cache.set('secret-key', 1);
  await cache.get('secret-key', { skipL1: true });
  await cache.get('secret-key');
  await cache.exists('absent');
  await cache.delete('secret-key');
  expect(names()).toEqual([
    '- > sealcache.set',
    'sealcache.set > sealcache.store.set',
    '- > sealcache.get',
    'sealcache.get > sealcache.store.get',
    '- > sealcache.get',
    '- > sealcache.exists',
    'sealcache.exists > sealcache.store.exists',
    '- > sealcache.delete',
    'sealcache.delete > sealcache.store.delete',
  ]);
  expect(tracer.spans.every(({ ends }) => ends === 1)).toBe(true);
  expect(tracer.spans[0]?.attributes['cache.key.digest']).toMatch(/^[0-9a-f]{32}$/);
  expect(JSON.stringify(tracer.spans)).not.toContain('secret-key');
});

test('batches say how many keys, whatever is given', async () => {
  const { cache, tracer } = open();
  await cache.setMany(new Map([['a', 1]]).set('b', 2));
  await cache.getMany(['a', 'b', 'c']);
  await cache.deleteMany(['a']);
  const batches = tracer.spans.filter(({ parent }) => parent === null);
  expect(batches.map(({ attributes }) => attributes['cache.keys'])).toEqual([2, 3, 1]);
});

test('a wrapped call has its computation below it, also with secure.wrap and with()', async () => {
  const tracer = new RecordingTracer();
  const cache = createCache({
    backend: new MemoryBackend(),
    encryption: { masterKey: generateKey() },
    tracing: new OpenTelemetryTracing(tracer),
  });
  const double = async (x: number) => 2 * x;
  await cache.secure.wrap(double, { namespace: 'a' })(1);
  await cache.with({ namespace: 'b' })(double)(1);
  const pairs = tracer.spans.map(({ name, parent }) => `${parent} > ${name}`);
  expect(pairs.filter((pair) => pair === 'sealcache.wrap > sealcache.compute')).toHaveLength(2);
});

test('retries are attempts of their own, and a failure marks its span', async () => {
  const { cache, backend, tracer } = open({
    reliability: { retry: { maxAttempts: 3, baseDelay: 0 }, degradation: false },
  });
  backend.getWithTtl = () => Promise.reject(new BackendError('down'));
  await expect(cache.get('k')).rejects.toThrow('down');
  const attempts = tracer.spans.filter(({ name }) => name === 'sealcache.store.get');
  expect(attempts).toHaveLength(3);
  expect(tracer.spans.every(({ status }) => status === 2)).toBe(true);
});

test('without it there are no spans to pay for', () => {
  const platform = { loadCore: loadNodeCore, now: Date.now, random: Math.random };
  const backend = new MemoryBackend();
  const plain = openView(openCache({ backend }, platform), null);
  const tracing = new OpenTelemetryTracing(new RecordingTracer());
  const traced = openView(openCache({ backend, tracing }, platform), null);
  expect(plain.constructor.name).toBe('CacheView');
  expect(traced.constructor.name).toBe('TracedView');
});

test.each([1, {}, null, 'yes'])('refuses %o for tracing', (given) => {
  const options = { backend: new MemoryBackend() };
  Reflect.set(options, 'tracing', given);
  expect(() => createCache(options)).toThrow(/tracing must be/);
});
