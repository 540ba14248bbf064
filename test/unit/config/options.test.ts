import { describe, expect, test } from 'vitest';
import { requireKnownOptions } from '../../../js/config/options.ts';
import { ConfigurationError } from '../../../js/errors.ts';

class WithInherited {
  get masterKey(): string {
    return 'x';
  }
}

describe('requireKnownOptions', () => {
  test('lets known and undefined options pass', () => {
    expect(() => requireKnownOptions({ ttl: 1, other: undefined }, ['ttl'], 'set()')).not.toThrow();
  });

  test.each([
    ['own', { masterKey: 'x' }],
    ['hidden', Object.defineProperty({}, 'masterKey', { value: 'x', enumerable: false })],
    ['inherited', Object.create({ masterKey: 'x' })],
    ['a getter of a class', new WithInherited()],
    ['own on a null prototype', Object.assign(Object.create(null), { masterKey: 'x' })],
  ])('names an option nobody reads: %s', (_name, options) => {
    expect(() => requireKnownOptions(options, ['ttl'], 'set()')).toThrow(ConfigurationError);
    expect(() => requireKnownOptions(options, ['ttl'], 'set()')).toThrow(/masterKey/);
  });
});
