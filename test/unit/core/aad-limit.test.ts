import { describe, expect, test } from 'vitest';
import { requireCacheKey } from '../../../js/core/aad-limit.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { aad } from '../../reference/aad.ts';

describe('requireCacheKey', () => {
  test.each([true, false])('allows exactly what the AAD can hold, compressed %s', (compressed) => {
    const tenant = 'default';
    const room = 65_536 - aad(tenant, '', compressed).length;
    for (const [character, bytes] of [
      ['k', 1],
      ['é', 2],
      ['漢', 3],
      ['🔑', 4],
    ] as const) {
      const longest = character.repeat(Math.floor(room / bytes));
      expect(() => requireCacheKey(longest, tenant.length, compressed)).not.toThrow();
      expect(aad(tenant, longest, compressed).length).toBeLessThanOrEqual(65_536);
      const over = longest + character;
      expect(() => requireCacheKey(over, tenant.length, compressed)).toThrow(ConfigurationError);
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
    for (let i = 0; i < 2; i++) {
      expect(() => requireCacheKey(key, 7, false)).toThrow(ConfigurationError);
      expect(() => requireCacheKey('a', 7, false)).not.toThrow();
    }
  });
});
