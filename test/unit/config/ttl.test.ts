import { describe, expect, it } from 'vitest';
import { MAX_TTL_SECONDS, resolveOptionalTtl, resolveTtl } from '../../../js/config/ttl.ts';
import { ConfigurationError } from '../../../js/errors.ts';

describe('A13, B16, B18, B19: the TTL rule', () => {
  it.each([
    [1, 1],
    [0.000001, 1],
    [Number.MIN_VALUE, 1],
    [59.5, 60],
    [MAX_TTL_SECONDS, MAX_TTL_SECONDS],
  ])('%s s becomes %s s', (given, whole) => {
    expect(resolveTtl(given, 'ttl')).toBe(whole);
    expect(resolveOptionalTtl(given)).toBe(whole);
  });

  const bad = [
    0,
    -0,
    -1,
    Number.NaN,
    Infinity,
    -Infinity,
    MAX_TTL_SECONDS + 1,
    '60',
    null,
    60n,
    {},
  ];
  it.each(bad)('refuses %s, naming the option', (given) => {
    expect(() => resolveTtl(given, 'defaultTtl')).toThrow(ConfigurationError);
    expect(() => resolveTtl(given, 'defaultTtl')).toThrow(/^defaultTtl /);
    expect(() => resolveOptionalTtl(given)).toThrow(ConfigurationError);
  });

  it('takes undefined for no expiry only where a store allows it', () => {
    expect(resolveOptionalTtl(undefined)).toBeUndefined();
    expect(() => resolveTtl(undefined, 'ttl')).toThrow(ConfigurationError);
  });

  it('takes a lower bound of a store', () => {
    expect(resolveTtl(100, 'ttl', 100)).toBe(100);
    expect(() => resolveTtl(100.5, 'ttl', 100)).toThrow(/at most 100/);
  });
});
