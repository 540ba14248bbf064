import { describe, expect, test } from 'vitest';
import { generateKey } from '../../../js/config/generate-key.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { backend, masterKey, recorder } from './preset-recorder.ts';

describe('the keys of secure', () => {
  const other = generateKey();

  test('B58: come from the environment where none is given, read with each construction', () => {
    const environment: Record<string, string> = {};
    const { createCache, last } = recorder(environment);
    expect(() => createCache.secure({ backend })).toThrow(ConfigurationError);
    environment['CACHEKIT_MASTER_KEY'] = masterKey;
    environment['CACHEKIT_PREVIOUS_MASTER_KEYS'] = ` ${other} , ${'a'.repeat(64)},`;
    createCache.secure({ backend, tenantId: 'acme', onFailure: 'throw' });
    expect(last()?.encryption).toEqual({
      masterKey,
      tenantId: 'acme',
      previousMasterKeys: [other, 'a'.repeat(64)],
      onFailure: 'throw',
    });
    environment['CACHEKIT_MASTER_KEY'] = other;
    environment['CACHEKIT_PREVIOUS_MASTER_KEYS'] = '';
    createCache.secure({ backend });
    expect(last()?.encryption).toEqual({ masterKey: other });
  });

  test('B56: given ones win over the environment, wrong ones too', () => {
    const environment = { CACHEKIT_MASTER_KEY: other, CACHEKIT_PREVIOUS_MASTER_KEYS: other };
    const { createCache, last } = recorder(environment);
    createCache.secure({ backend, masterKey, previousMasterKeys: [] });
    expect(last()?.encryption).toEqual({ masterKey, previousMasterKeys: [] });
    const wrong = (masterKey: unknown) => () =>
      Reflect.apply(createCache.secure, undefined, [{ backend, masterKey }]);
    for (const value of ['', null, 0, 'ab']) expect(wrong(value)).toThrow(/^masterKey must be/);
  });

  test.each([
    ['none', {}, /needs a master key.*CACHEKIT_MASTER_KEY/],
    ['an empty one', { CACHEKIT_MASTER_KEY: '' }, /needs a master key/],
    ['a short one', { CACHEKIT_MASTER_KEY: 'abcd' }, /^CACHEKIT_MASTER_KEY must be exactly 64/],
    [
      'a retired one that is the current one',
      { CACHEKIT_MASTER_KEY: masterKey, CACHEKIT_PREVIOUS_MASTER_KEYS: `${other},${masterKey}` },
      /^CACHEKIT_PREVIOUS_MASTER_KEYS\[1\] is the current/,
    ],
    [
      'four retired ones',
      {
        CACHEKIT_MASTER_KEY: masterKey,
        CACHEKIT_PREVIOUS_MASTER_KEYS: ['1', '2', '3', '4'].map((d) => d.repeat(64)).join(','),
      },
      /^CACHEKIT_PREVIOUS_MASTER_KEYS takes at most 3/,
    ],
  ])('B58: %s: nothing is opened, and the error tells no key', (_name, environment, message) => {
    const { createCache, opened } = recorder(environment);
    const attempt = () => createCache.secure({ backend });
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(new RegExp(`${masterKey}|${other}|abcd`));
    expect(opened).toEqual([]);
  });

  test('a key in the environment switches encryption on nowhere else', () => {
    const { createCache, opened } = recorder({ CACHEKIT_MASTER_KEY: masterKey });
    createCache({ backend });
    createCache.minimal({ backend });
    createCache.production({ backend });
    expect(opened).toHaveLength(3);
    for (const options of opened) expect(options.encryption).toBeUndefined();
  });
});
