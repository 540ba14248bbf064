import { describe, expect, test } from 'vitest';
import { requireCacheKey } from '../../../js/core/aad-limit.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { aad } from '../../reference/aad.ts';

describe('requireCacheKey', () => {
  test('allows exactly what the AAD can hold', () => {
    const tenant = 'default';
    for (const [character, bytes] of [
      ['k', 1],
      ['é', 2],
      ['漢', 3],
      ['🔑', 4],
    ] as const) {
      const room = 65_536 - aad(tenant, '', false).length;
      const longest = character.repeat(Math.floor(room / bytes));
      expect(() => requireCacheKey(longest, tenant.length)).not.toThrow();
      expect(aad(tenant, longest, false).length).toBeLessThanOrEqual(65_536);
      expect(() => requireCacheKey(longest + character, tenant.length)).toThrow(ConfigurationError);
    }
  });

  test.each([
    ['an empty key', ''],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
    ['undefined', undefined],
    ['a number', 1],
    ['an object', {}],
  ])('refuses %s', (_name, key) => {
    expect(() => requireCacheKey(key, 7)).toThrow(ConfigurationError);
  });
});
