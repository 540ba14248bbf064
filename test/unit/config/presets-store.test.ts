import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { createCache as createNodeCache } from '../../../js/node.ts';
import { backend, masterKey, recorder } from './preset-recorder.ts';

describe('the store', () => {
  test.each(['minimal', 'production', 'secure'] as const)('%s takes a url instead', (preset) => {
    const { createCache, last } = recorder({ CACHEKIT_MASTER_KEY: masterKey });
    createCache[preset]({ url: 'redis://localhost', keyPrefix: 'app:' });
    expect(last()?.backend).toEqual({ url: 'redis://localhost', keyPrefix: 'app:' });
  });

  test.each([
    [{}, /needs a backend or a url/],
    [{ backend, url: 'redis://localhost' }, /not both/],
    [{ backend, keyPrefix: 'a' }, /keyPrefix only with url/],
    [Object.create({ url: 'redis://localhost' }, { backend: { value: backend } }), /not both/],
  ])('refuses %o', (given, message) => {
    const { createCache, opened } = recorder({ CACHEKIT_MASTER_KEY: masterKey });
    for (const preset of ['minimal', 'production', 'secure'] as const) {
      expect(() => Reflect.apply(createCache[preset], undefined, [given])).toThrow(message);
    }
    expect(opened).toEqual([]);
  });

  test('io takes its API key from the environment, and an argument over that', () => {
    const { createCache, last } = recorder({ CACHEKIT_API_KEY: 'ck_sdk_env' });
    createCache.io();
    expect(last()?.backend).toEqual({ apiKey: 'ck_sdk_env' });
    createCache.io({ apiKey: 'ck_sdk_own', timeout: 9, apiUrl: 'https://cache.example' });
    expect(last()?.backend).toEqual({
      apiKey: 'ck_sdk_own',
      timeout: 9,
      apiUrl: 'https://cache.example',
    });
  });

  test.each([undefined, ''])('io without an API key is refused: %o', (apiKey) => {
    const { createCache } = recorder(apiKey === undefined ? {} : { CACHEKIT_API_KEY: apiKey });
    expect(() => createCache.io()).toThrow(/CACHEKIT_API_KEY/);
  });

  test('what a description holds wrong is refused before anything is opened', () => {
    for (const given of [
      { url: 'http://localhost' },
      { url: 5 },
      { apiKey: '' },
      { apikey: 'a' },
    ]) {
      expect(() => Reflect.apply(createNodeCache, undefined, [{ backend: given }])).toThrow(
        ConfigurationError,
      );
    }
  });
});
