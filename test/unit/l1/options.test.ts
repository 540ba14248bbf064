import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { L1Cache } from '../../../js/l1/l1-cache.ts';
import { resolveL1 } from '../../../js/l1/l1-options.ts';

const defaults = {
  enabled: true,
  maxEntries: 1000,
  maxMemory: 52_428_800,
  swrEnabled: true,
  swrThresholdRatio: 0.5,
  maxConcurrentRefreshes: 10,
  namespaceIndex: true,
  isolation: 'copy',
};
const blank = (value: null | undefined) =>
  Object.fromEntries(Object.keys(defaults).map((name) => [name, value]));

test.each([
  ['nothing', undefined],
  ['null', null],
  ['no fields', {}],
  ['fields of null', blank(null)],
  ['fields of undefined', blank(undefined)],
])('%s takes the defaults', (_name, given) => {
  expect(resolveL1(given)).toEqual(defaults);
});

test('what is given is used', () => {
  const given = {
    enabled: false,
    maxEntries: 5,
    maxMemory: 10_000,
    swrEnabled: false,
    swrThresholdRatio: 0.25,
    maxConcurrentRefreshes: 3,
    namespaceIndex: false,
    isolation: 'shared' as const,
  };
  expect(resolveL1(given)).toEqual(given);
  expect(new L1Cache(given).settings).toEqual(given);
});

describe('is refused and named', () => {
  const wrong = new Map<string, unknown[]>([
    ['enabled', [0, 1, 'true', {}]],
    ['swrEnabled', [0, 'false']],
    ['namespaceIndex', [1, 'yes']],
    ['maxEntries', [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', 5n, 2 ** 24 + 1]],
    ['maxMemory', [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', 2 ** 53]],
    ['maxConcurrentRefreshes', [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]],
    ['swrThresholdRatio', [0, 1, -0.5, 1.5, Number.NaN, '0.5']],
    ['isolation', ['', 'Copy', 'deep', true, 0]],
  ]);
  const cases = [...wrong].flatMap(([name, values]) => values.map((value) => [name, value]));

  test.each(cases)('B42, B63: %s of %s', (name, value) => {
    const attempt = () => Reflect.apply(resolveL1, null, [{ [String(name)]: value }]);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(`l1.${name}`);
  });

  test('an unknown name', () => {
    const attempt = () => Reflect.apply(resolveL1, null, [{ maxEntry: 5 }]);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow('maxEntry');
  });

  test.each([[5], ['on'], [true], [[]]])('%j instead of options', (given) => {
    expect(() => Reflect.apply(resolveL1, null, [given])).toThrow(ConfigurationError);
  });
});
