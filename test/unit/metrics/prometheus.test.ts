import * as promClient from 'prom-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CacheMetrics, createMetrics } from '../../../js/metrics/cache-metrics.ts';
import type { MetricsConfig } from '../../../js/metrics/config.ts';
import { NoopMetrics } from '../../../js/metrics/noop.ts';
import { PrometheusMetrics } from '../../../js/metrics/prometheus.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { unhandledRejections } from '../../helpers/unhandled-rejections.ts';

const lines = captureLog();
let registry: promClient.Registry;

beforeEach(() => {
  registry = new promClient.Registry();
});

async function open(config: MetricsConfig = {}): Promise<CacheMetrics> {
  const metrics = new CacheMetrics({ registry, ...config });
  await metrics.ready;
  return metrics;
}

/** The series of one metric, as the scraper sees them. */
async function series(name: string): Promise<string[]> {
  const text = await registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(name));
}

describe('metrics through prom-client', () => {
  it('have the names, labels and kinds of the reference', async () => {
    const metrics = await open();
    expect(metrics.timed).toBe(true);
    metrics.operation('get', 'success', 0.003);
    metrics.operation('l2_decode', 'error', 7);
    metrics.hit('l1');
    metrics.hit('l2');
    metrics.miss();
    metrics.error('timeout');
    metrics.l1(3, 900);
    metrics.breaker('half-open');
    const samples = (await registry.metrics())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket'));
    expect(samples).toEqual([
      'cachekit_operations_total{operation="get",status="success"} 1',
      'cachekit_operations_total{operation="l2_decode",status="error"} 1',
      'cachekit_hits_total{layer="l1"} 1',
      'cachekit_hits_total{layer="l2"} 1',
      'cachekit_misses_total 1',
      'cachekit_errors_total{error_type="timeout"} 1',
      'cachekit_operation_duration_seconds_sum{operation="get"} 0.003',
      'cachekit_operation_duration_seconds_count{operation="get"} 1',
      'cachekit_operation_duration_seconds_sum{operation="l2_decode"} 7',
      'cachekit_operation_duration_seconds_count{operation="l2_decode"} 1',
      'cachekit_l1_entries 3',
      'cachekit_l1_memory_bytes 900',
      'cachekit_circuit_breaker_state 0.5',
    ]);
    const buckets = await series('cachekit_operation_duration_seconds_bucket{le');
    expect(buckets[0]).toBe(
      'cachekit_operation_duration_seconds_bucket{le="0.001",operation="get"} 0',
    );
    expect(buckets).toContain(
      'cachekit_operation_duration_seconds_bucket{le="0.005",operation="get"} 1',
    );
    expect(buckets).toContain(
      'cachekit_operation_duration_seconds_bucket{le="5",operation="l2_decode"} 0',
    );
    expect(lines).toEqual([]);
  });

  it.each([
    ['closed', '0'],
    ['half-open', '0.5'],
    ['open', '1'],
  ] as const)('show a breaker that is %s as %s', async (state, value) => {
    const metrics = await open({ prefix: 'app' });
    metrics.breaker(state);
    expect(await series('app_circuit_breaker_state')).toEqual([
      `app_circuit_breaker_state ${value}`,
    ]);
  });

  it('go to the global registry by default, and none is made when off', async () => {
    const metrics = createMetrics(true, { prefix: 'sealcache_global_test' });
    expect(metrics).toBeInstanceOf(CacheMetrics);
    if (metrics instanceof CacheMetrics) await metrics.ready;
    metrics.miss();
    const text = await promClient.register.getSingleMetricAsString(
      'sealcache_global_test_misses_total',
    );
    expect(text).toContain('sealcache_global_test_misses_total 1');
    expect(createMetrics(false)).toBeInstanceOf(NoopMetrics);
  });

  it('take an injected prom-client', async () => {
    const metrics = new PrometheusMetrics({ registry }, promClient);
    await metrics.ready;
    metrics.miss();
    expect(await series('cachekit_misses_total')).toEqual(['cachekit_misses_total 1']);
  });
});

describe('A15: default labels and several caches on one registry', () => {
  it('every series has the default labels', async () => {
    const metrics = await open({ defaultLabels: { cache: 'users' } });
    metrics.operation('get', 'success', 0.1);
    metrics.hit('l2');
    metrics.miss();
    metrics.error('timeout');
    metrics.l1(1, 2);
    metrics.breaker('open');
    const text = await registry.metrics();
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(samples).toHaveLength(22);
    for (const sample of samples) expect(sample).toContain('cache="users"');
    expect(lines).toEqual([]);
  });

  it('counts add up, L1 is the sum and the breaker the worst', async () => {
    const [a, b] = [await open(), await open()];
    for (const metrics of [a, b]) metrics.hit('l1');
    a.l1(10, 1000);
    b.l1(5, 50);
    a.l1(11, 1100);
    a.breaker('open');
    b.breaker('half-open');
    expect(await series('cachekit_hits_total')).toEqual(['cachekit_hits_total{layer="l1"} 2']);
    expect(await series('cachekit_l1')).toEqual([
      'cachekit_l1_entries 16',
      'cachekit_l1_memory_bytes 1150',
    ]);
    expect(await series('cachekit_circuit')).toEqual(['cachekit_circuit_breaker_state 1']);
    a.close();
    a.l1(99, 99);
    a.breaker('open');
    expect(await series('cachekit_l1')).toEqual([
      'cachekit_l1_entries 5',
      'cachekit_l1_memory_bytes 50',
    ]);
    expect(await series('cachekit_circuit')).toEqual(['cachekit_circuit_breaker_state 0.5']);
    b.close();
    b.close();
    expect(await series('cachekit_l1')).toEqual([]);
    expect(await series('cachekit_hits_total')).toEqual(['cachekit_hits_total{layer="l1"} 2']);
  });

  it('a label keeps caches apart, whatever the order of the labels', async () => {
    const users = await open({ defaultLabels: { cache: 'users', region: 'eu' } });
    const orders = await open({ defaultLabels: { region: 'eu', cache: 'orders' } });
    const more = await open({ defaultLabels: { region: 'eu', cache: 'users' } });
    users.l1(1, 10);
    orders.l1(2, 20);
    more.l1(4, 40);
    expect(await series('cachekit_l1_entries')).toEqual([
      'cachekit_l1_entries{cache="users",region="eu"} 5',
      'cachekit_l1_entries{cache="orders",region="eu"} 2',
    ]);
    users.close();
    more.close();
    expect(await series('cachekit_l1_entries')).toEqual([
      'cachekit_l1_entries{cache="orders",region="eu"} 2',
    ]);
  });

  it('are right again after the registry was reset', async () => {
    const [a, b] = [await open(), await open()];
    a.l1(1, 1);
    b.l1(2, 2);
    registry.resetMetrics();
    a.l1(1, 1);
    expect(await series('cachekit_l1_entries')).toEqual(['cachekit_l1_entries 3']);
  });

  it('a label that the existing metric lacks is reported once, with what to do', async () => {
    await open();
    const onError = vi.fn<(error: Error) => void>();
    const other = await open({ defaultLabels: { cache: 'users' }, onError });
    other.hit('l1');
    other.miss();
    expect(onError).toHaveBeenCalledOnce();
    expect(onError.mock.calls[0]?.[0].message).toMatch(
      /cachekit_operations_total is already registered without the label cache; give all/,
    );
    expect(other.timed).toBe(false);
    expect(lines).toEqual([]);
  });

  it('a metric of another kind is left alone', async () => {
    const registers = [registry];
    const gauge = new promClient.Gauge({ name: 'cachekit_misses_total', help: 'h', registers });
    gauge.set(42);
    const metrics = await open();
    metrics.miss();
    expect(await series('cachekit_misses_total')).toEqual(['cachekit_misses_total 42']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^metrics are not recorded: .*another kind; set metrics\.prefix/);
  });
});

describe('loading prom-client', () => {
  it('happens after the turn of construction, and nothing until then is lost', async () => {
    const load = vi.fn<() => Promise<unknown>>(() => import('prom-client'));
    const metrics = new PrometheusMetrics({ registry }, load);
    metrics.operation('set', 'success', 0.2);
    metrics.hit('l1');
    metrics.miss();
    metrics.error('timeout');
    metrics.l1(1, 10);
    metrics.l1(2, 20);
    metrics.breaker('open');
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    await metrics.ready;
    expect(load).toHaveBeenCalledOnce();
    metrics.hit('l1');
    expect(await series('cachekit_hits_total')).toEqual(['cachekit_hits_total{layer="l1"} 2']);
    expect(await series('cachekit_misses_total')).toEqual(['cachekit_misses_total 1']);
    expect(await series('cachekit_errors_total')).toHaveLength(1);
    expect(await series('cachekit_operations_total')).toHaveLength(1);
    expect(await series('cachekit_l1')).toEqual([
      'cachekit_l1_entries 2',
      'cachekit_l1_memory_bytes 20',
    ]);
    expect(await series('cachekit_circuit')).toEqual(['cachekit_circuit_breaker_state 1']);
  });

  it('keeps a bounded number of facts', async () => {
    const metrics = new PrometheusMetrics({ registry }, promClient);
    for (let i = 0; i < 10_001; i++) metrics.miss();
    await metrics.ready;
    expect(await series('cachekit_misses_total')).toEqual(['cachekit_misses_total 10000']);
  });

  it('leaves no gauge of a cache that was closed meanwhile', async () => {
    const metrics = new PrometheusMetrics({ registry }, promClient);
    metrics.miss();
    metrics.l1(3, 30);
    metrics.close();
    await metrics.ready;
    expect(await series('cachekit_misses_total')).toEqual(['cachekit_misses_total 1']);
    expect(await series('cachekit_l1_entries')).toEqual([]);
  });

  it.each([
    ['missing', () => Promise.reject(new Error('Cannot find package at /secret/path'))],
    ['something else', async () => ({ Counter: class {} })],
  ])('B34: is reported once where it is %s, then metrics are off', async (_what, load) => {
    const metrics = new PrometheusMetrics({ registry }, load);
    await metrics.ready;
    expect(metrics.timed).toBe(false);
    metrics.operation('get', 'success', 1);
    metrics.close();
    expect(lines).toEqual([
      'metrics are not recorded: metrics need prom-client 14 or later: npm install prom-client: ' +
        'ConfigurationError ERR_CONFIGURATION',
    ]);
  });

  it('B51: a failing onError is contained', async () => {
    const load = () => Promise.reject(new Error('none'));
    const failing = [
      () => {
        throw new TypeError('secret');
      },
      () => Promise.reject(new RangeError('secret')),
    ];
    const reasons = await unhandledRejections(() => {
      for (const onError of failing) new PrometheusMetrics({ registry, onError }, load);
    });
    expect(reasons).toEqual([]);
    expect(lines).toEqual([
      'metrics.onError failed: TypeError',
      'metrics.onError failed: RangeError',
    ]);
  });
});

describe('recording', () => {
  it('never throws into the cache: a refused fact is reported once, others are recorded', async () => {
    const onError = vi.fn<(error: Error) => void>();
    const metrics = await open({ onError });
    metrics.operation('get', 'success', Number.NaN);
    metrics.operation('get', 'success', Number.NaN);
    metrics.operation('get', 'success', 1);
    metrics.l1(Number.NaN, 1);
    metrics.miss();
    expect(onError).toHaveBeenCalledOnce();
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      code: 'ERR_CONFIGURATION',
      message: 'prom-client refused a metric; see the cause',
    });
    expect(await series('cachekit_operation_duration_seconds_count')).toEqual([
      'cachekit_operation_duration_seconds_count{operation="get"} 1',
    ]);
    expect(await series('cachekit_misses_total')).toEqual(['cachekit_misses_total 1']);
  });
});
