import { Registry, register } from 'prom-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { METRICS_IF_INSTALLED } from '../../../js/metrics/if-installed.ts';
import { resolveMetrics } from '../../../js/metrics/metrics-option.ts';
import { NoopMetrics } from '../../../js/metrics/noop.ts';
import { createCache, MemoryBackend } from '../../../js/node.ts';
import { captureLog } from '../../helpers/captured-log.ts';

const lines = captureLog();
afterEach(() => register.clear());

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the option metrics', () => {
  const opened = vi.fn(() => new NoopMetrics());

  test('off opens nothing', () => {
    expect(resolveMetrics(undefined, opened)).toBeUndefined();
    expect(resolveMetrics(false, opened)).toBeUndefined();
    expect(opened).not.toHaveBeenCalled();
  });

  test('true opens prom-client with its defaults, settings with them', () => {
    resolveMetrics(true, opened);
    expect(opened).toHaveBeenLastCalledWith({});
    resolveMetrics({ prefix: 'app' }, opened);
    expect(opened).toHaveBeenLastCalledWith({ prefix: 'app' });
  });

  test('a sink is taken as it is, on every runtime', () => {
    const sink = new NoopMetrics();
    expect(resolveMetrics(sink, undefined)).toBe(sink);
  });

  test('is refused where there is no prom-client, and where it is none', () => {
    expect(() => resolveMetrics(true, undefined)).toThrow(ConfigurationError);
    const made = (metrics: unknown) => () =>
      Reflect.apply(createCache, undefined, [{ backend: new MemoryBackend(), metrics }]);
    expect(made('yes')).toThrow(ConfigurationError);
    expect(made(null)).toThrow(ConfigurationError);
    expect(made({ prefx: 'a' })).toThrow(/prefx/);
    expect(made({ prefix: '1' })).toThrow(/metrics\.prefix/);
  });
});

describe('on Node', () => {
  const series = async (registry: Registry) =>
    (await registry.metrics()).split('\n').filter((line) => /_misses_total(\{.*)? \d+$/.test(line));

  test('true records in the registry of prom-client', async () => {
    const cache = createCache({ backend: new MemoryBackend(), metrics: true });
    await turn();
    await cache.get('a');
    expect(await series(register)).toEqual(['cachekit_misses_total 1']);
    await cache.close();
  });

  test('settings are passed on', async () => {
    const registry = new Registry();
    const metrics = { prefix: 'app', registry, defaultLabels: { cache: 'users' } };
    const cache = createCache.production({ backend: new MemoryBackend(), metrics });
    await turn();
    await cache.get('a');
    expect(await series(registry)).toHaveLength(1);
    expect((await series(registry))[0]).toMatch(/^app_misses_total\{cache="users"\} 1$/);
    expect(await series(register)).toEqual([]);
    await cache.close();
  });

  test.each([
    ['production', true],
    ['minimal', false],
  ] as const)('%s records by itself: %s', async (preset, expected) => {
    const cache = createCache[preset]({ backend: new MemoryBackend() });
    await turn();
    await cache.get('a');
    expect(await series(register)).toHaveLength(expected ? 1 : 0);
    await cache.close();
  });

  test('B42: a cache that is refused leaves no metrics behind', async () => {
    const backend = new MemoryBackend();
    expect(() => createCache({ backend, metrics: true, l1: { maxEntries: 0 } })).toThrow();
    expect(() => createCache({ backend, metrics: true, serializer: { maxDepth: 1 } })).toThrow();
    expect(() =>
      createCache({ backend, metrics: true, reliability: { retry: { deadline: 0 } } }),
    ).toThrow();
    await turn();
    expect(register.getMetricsAsArray()).toEqual([]);
  });
});

describe('the metrics of a preset whose user did not ask for them', () => {
  test('say nothing where prom-client is not installed', async () => {
    const cause = Object.assign(new Error('nothing there'), { code: 'ERR_MODULE_NOT_FOUND' });
    METRICS_IF_INSTALLED.onError?.(new ConfigurationError('metrics need prom-client', { cause }));
    expect(lines).toEqual([]);
  });

  test('tell every other failure', () => {
    METRICS_IF_INSTALLED.onError?.(new ConfigurationError('prom-client refused a metric'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/metrics are not recorded: prom-client refused/);
  });
});
