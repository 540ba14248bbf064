/** The Cache API as workerd serves it. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  CacheAPIBackend,
  type CacheAPIBackendOptions,
  workersCacheAPI,
} from '../../js/backends/workers-cache-api.ts';
import { BackendError, ConfigurationError } from '../../js/errors.ts';
import { testBackend } from '../../js/testing/index.ts';
import { vitestRunner } from '../../test/helpers/vitest-runner.ts';
import { Switched } from './switched.ts';

const VALUE = Uint8Array.of(0, 255, 128);
const URL_OF_KEY = 'https://sealcache.invalid/?key=key';

let switched: Switched<Cache>;
testBackend(vitestRunner, {
  name: 'Cache API',
  supports: ['getWithTtl'],
  time: 'given',
  create: async (now) => {
    switched = new Switched(await freshCache(), ['match', 'put', 'delete']);
    return workersCacheAPI({ cache: switched.binding, now });
  },
  break: () => switched.break(),
});

/** Of its own, so that nothing is in it. */
async function freshCache(): Promise<Cache> {
  return await caches.open(crypto.randomUUID());
}

afterEach(() => vi.unstubAllGlobals());

describe('where entries lie', () => {
  test('under a URL with the key in its query, by the platform for whole seconds', async () => {
    const cache = await freshCache();
    const store = workersCacheAPI({ cache, keyPrefix: 'p/' });
    await store.set("a?&=#'% ключ", VALUE, 59.5);
    const url = `https://sealcache.invalid/?key=${encodeURIComponent("p/a?&=#'% ключ")}`;
    const response = await cache.match(url);
    expect(response?.headers.get('Cache-Control')).toBe('max-age=60');
    expect(new Uint8Array((await response?.arrayBuffer()) ?? [])).toStrictEqual(VALUE);
    expect(store.keyPrefix).toBe('p/');
    expect(store.transformsKeys).toBe(true);
  });

  test.each([
    [undefined, 31_536_000],
    [31_536_001, 31_536_000],
    [1, 1],
  ])('a TTL of %s goes to the platform as %s', async (ttl, seconds) => {
    const cache = await freshCache();
    await workersCacheAPI({ cache }).set('key', VALUE, ttl);
    const response = await cache.match(URL_OF_KEY);
    expect(response?.headers.get('Cache-Control')).toBe(`max-age=${seconds}`);
    await response?.body?.cancel();
  });

  test('caches of different names are apart, and the default is another', async () => {
    const [one, other, standard] = [
      workersCacheAPI({ name: crypto.randomUUID() }),
      workersCacheAPI({ name: crypto.randomUUID() }),
      workersCacheAPI(),
    ];
    const key = crypto.randomUUID();
    await one.set(key, VALUE);
    expect(await other.get(key)).toBeNull();
    expect(await standard.get(key)).toBeNull();
    await standard.set(key, VALUE, 60);
    expect(await workersCacheAPI({ cache: caches.default }).get(key)).toStrictEqual(VALUE);
    expect(await standard.delete(key)).toBe(true);
  });
});

describe('how long entries live', () => {
  test('the platform itself drops what is over', async () => {
    const store = workersCacheAPI({ name: crypto.randomUUID(), now: () => 0 });
    await store.set('key', VALUE, 1);
    expect(await store.get('key')).toStrictEqual(VALUE);
    await vi.waitFor(async () => expect(await store.get('key')).toBeNull(), 5000);
  });

  test('what is over and cannot be removed is a miss all the same', async () => {
    const cache = {
      ...responding({ 'x-sealcache-deadline': '5' }),
      delete: () => Promise.reject(new Error('stuck')),
    };
    const store = workersCacheAPI({ cache });
    expect(await store.get('key')).toBeNull();
    expect(await store.exists('key')).toBe(false);
    await expect(store.delete('key')).rejects.toThrow(BackendError);
  });

  test('the default TTL is for entries without one', async () => {
    const store = workersCacheAPI({ name: crypto.randomUUID(), defaultTtl: 100 });
    await store.set('key', VALUE);
    expect((await store.getWithTtl('key'))?.remainingTtl).toBeGreaterThan(90);
  });

  test.each([
    [{ Age: '30' }, 70],
    [{ Age: '100' }, 0],
    [{ Age: '101' }, 0],
    [{ Age: '3' }, 90],
    [{}, 90],
    [{ Age: '-1' }, 90],
    [{ Age: '1e9' }, 90],
    [{ Age: '30', 'Cache-Control': 'max-age=1e3' }, 90],
  ])('with %j it has %s s of 100 left, of which 10 are over', async (headers, left) => {
    const cache = responding({
      'Cache-Control': 'max-age=100',
      'x-sealcache-deadline': '100000',
      ...headers,
    });
    const entry = await workersCacheAPI({ cache, now: () => 10_000 }).getWithTtl('key');
    expect(entry?.remainingTtl).toBe(left);
  });

  test('what it did not store itself has no known end', async () => {
    const cache = responding({ 'Cache-Control': 'max-age=100', Age: '1' });
    expect(await workersCacheAPI({ cache }).getWithTtl('key')).toStrictEqual({ bytes: VALUE });
  });
});

/** A cache that answers with the headers. */
function responding(headers: Record<string, string>): NonNullable<CacheAPIBackendOptions['cache']> {
  return {
    match: async () => new Response(VALUE, { headers }),
    put: async () => {},
    delete: async () => true,
  };
}

test('a key that does not fit a URL is refused before anything is asked', async () => {
  const store = workersCacheAPI({ name: crypto.randomUUID() });
  const longest = 'k'.repeat(16 * 1024 - 'https://sealcache.invalid/?key='.length);
  await store.set(longest, VALUE);
  expect(await store.get(longest)).toStrictEqual(VALUE);
  for (const key of [`${longest}k`, 'é'.repeat(3000), '\ud800']) {
    expect(() => store.validateKey(key)).toThrow(ConfigurationError);
    await expect(store.get(key)).rejects.toThrow(ConfigurationError);
  }
});

test('a failure is transient and does not quote the key', async () => {
  const failing = async (): Promise<never> => {
    throw new Error('topsecret');
  };
  const cache = { match: failing, put: failing, delete: failing };
  const store = workersCacheAPI({ cache });
  for (const work of [
    () => store.get('topsecret'),
    () => store.exists('topsecret'),
    () => store.set('topsecret', VALUE),
    () => store.delete('topsecret'),
  ]) {
    const error: unknown = await work().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', 'transient');
    expect(String(error)).not.toContain('topsecret');
  }
});

test.each([
  [{ cache: {} }],
  [{ cache: null }],
  [{ name: '' }],
  [{ name: 7 }],
  [{ cache: responding({}), name: 'x' }],
  [{ keyPrefix: '\ud800' }],
  [{ now: 7 }],
  [{ defaultTtl: 0 }],
  [{ ttl: 60 }],
  [null],
])('refuses the options %j', (options) => {
  expect(() => Reflect.construct(CacheAPIBackend, [options])).toThrow(ConfigurationError);
});

test('says where there is no Cache API', () => {
  vi.stubGlobal('caches', undefined);
  expect(() => workersCacheAPI()).toThrow(ConfigurationError);
});
