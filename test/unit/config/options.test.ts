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
  ])('B50: names an option nobody reads: %s', (_name, options) => {
    expect(() => requireKnownOptions(options, ['ttl'], 'set()')).toThrow(ConfigurationError);
    expect(() => requireKnownOptions(options, ['ttl'], 'set()')).toThrow(/masterKey/);
  });

  test('refuses an option that a polluted Object.prototype gives to every object', () => {
    const known = ['masterKey', 'previousMasterKeys'];
    const pollute = (value: unknown) =>
      Object.defineProperty(Object.prototype, 'previousMasterKeys', { value, configurable: true });
    try {
      pollute(['ab'.repeat(32)]);
      expect(() => requireKnownOptions({}, known, 'x')).toThrow(ConfigurationError);
      expect(() => requireKnownOptions({}, known, 'x')).toThrow(/every object inherits/);
      expect(() => requireKnownOptions({}, ['masterKey'], 'x')).not.toThrow();
    } finally {
      Reflect.deleteProperty(Object.prototype, 'previousMasterKeys');
    }
  });
});
