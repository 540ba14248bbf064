import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { resolveMetricsConfig } from '../../../js/metrics/config.ts';

describe('the metrics option', () => {
  it('has defaults', () => {
    const defaults = { prefix: 'cachekit', defaultLabels: {}, registry: null, onError: null };
    expect(resolveMetricsConfig({})).toEqual(defaults);
    const unset = { prefix: undefined, defaultLabels: undefined, onError: undefined };
    expect(resolveMetricsConfig({ ...unset, registry: undefined })).toEqual(defaults);
  });

  it('takes every setting, and copies the labels', () => {
    const registry = new Registry();
    const defaultLabels = { cache: 'users', region: '' };
    const config = { prefix: 'app:cache_1', defaultLabels, registry, onError: () => {} };
    const resolved = resolveMetricsConfig(config);
    defaultLabels.cache = 'changed';
    expect(resolved).toMatchObject({ prefix: 'app:cache_1', registry });
    expect(resolved.defaultLabels).toEqual({ cache: 'users', region: '' });
  });

  it('reads inherited settings, since their names were accepted', () => {
    expect(resolveMetricsConfig(Object.create({ prefix: 'app' })).prefix).toBe('app');
  });

  it.each([
    ['metrics', null],
    ['metrics', true],
    ['metrics', []],
    ['prefx', { prefx: 'a' }],
    ['prefix', { prefix: '' }],
    ['prefix', { prefix: '1a' }],
    ['prefix', { prefix: 'a-b' }],
    ['prefix', { prefix: 'a\n' }],
    ['prefix', { prefix: null }],
    ['defaultLabels', { defaultLabels: null }],
    ['defaultLabels', { defaultLabels: ['cache'] }],
    ['a-b', { defaultLabels: { 'a-b': 'x' } }],
    ['__name', { defaultLabels: { __name: 'x' } }],
    ['operation', { defaultLabels: { operation: 'x' } }],
    ['le', { defaultLabels: { le: 'x' } }],
    ['defaultLabels.cache', { defaultLabels: { cache: 1 } }],
    ['registry', { registry: null }],
    ['registry', { registry: { getSingleMetric: () => undefined } }],
    ['onError', { onError: 'log' }],
  ])('is refused naming %s: %j', (name, config) => {
    expect(() => resolveMetricsConfig(config)).toThrow(ConfigurationError);
    expect(() => resolveMetricsConfig(config)).toThrow(name);
  });
});
