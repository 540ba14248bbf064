/**
 * What every cache promises, whatever core is below it. Run on Node with the native and the wasm core
 * and inside workerd from this one source, so it imports nothing of Node.
 */
import { describe, expect, test } from 'vitest';
import type { Cache, CacheOptions } from '../../js/api.ts';
import { MemoryBackend } from '../../js/backends/memory.ts';
import { generateKey } from '../../js/config/generate-key.ts';
import {
  BackendError,
  CachekitError,
  ConfigurationError,
  EncryptionError,
} from '../../js/errors.ts';
import { PrefixedBackend } from '../helpers/prefixed-backend.ts';

const KEY = 'user:42';
const SECRET = 'attack at dawn';
const VALUE = {
  name: 'Ada',
  note: SECRET.repeat(4),
  tags: ['a', 'b'],
  at: new Date(1_700_000_000_000),
};

export function cacheSuite(name: string, makeCache: (options: CacheOptions) => Cache): void {
  const masterKey = generateKey();
  // What the store holds and what a reader is told: no tier before it, no failure made a miss.
  const createCache = (options: CacheOptions) =>
    makeCache({ l1: { enabled: false }, reliability: { degradation: false }, ...options });

  describe(`${name}: encrypted`, () => {
    const sealed = (backend: MemoryBackend, more: Partial<CacheOptions> = {}) =>
      createCache({ backend, encryption: { masterKey }, ...more });

    test('B1: stores ciphertext that a second cache opens', async () => {
      const backend = new MemoryBackend();
      await sealed(backend).set(KEY, VALUE);
      expect(text(await backend.get(KEY))).not.toContain(SECRET);
      expect(await sealed(backend).get(KEY)).toEqual(VALUE);
    });

    test.each([true, false])('round-trips with compression %s', async (compression) => {
      const cache = sealed(new MemoryBackend(), { compression });
      for (const value of [VALUE, {}, [], 'x', 0, false, 'long'.repeat(50_000)]) {
        await cache.set(KEY, value);
        expect(await cache.get(KEY)).toEqual(value);
      }
    });

    test('refuses an entry that is moved, cut, flipped or foreign', async () => {
      const backend = new MemoryBackend();
      const cache = sealed(backend);
      const foreignTenant = createCache({ backend, encryption: { masterKey, tenantId: 'other' } });
      const foreignKey = createCache({ backend, encryption: { masterKey: generateKey() } });
      await cache.set(KEY, VALUE);
      const genuine = await bytesOf(backend, KEY);
      const flipped = genuine.slice();
      flipped[13] = (flipped[13] ?? 0) ^ 0x80;
      await backend.set('user:43', genuine);
      await expect(cache.get('user:43')).rejects.toThrow(EncryptionError);
      for (const forged of [
        flipped,
        genuine.slice(1),
        genuine.slice(0, -1),
        genuine.slice(0, 27),
        new Uint8Array(0),
      ]) {
        await backend.set(KEY, forged);
        await expect(cache.get(KEY)).rejects.toThrow(EncryptionError);
      }
      for (const foreign of [foreignTenant, foreignKey]) {
        await foreign.set(KEY, VALUE);
        await expect(cache.get(KEY)).rejects.toThrow(EncryptionError);
      }
    });

    test('B5, B54: never reads a plaintext entry, nor one sealed under the other compression', async () => {
      const backend = new MemoryBackend();
      await createCache({ backend }).set(KEY, VALUE);
      await expect(sealed(backend).get(KEY)).rejects.toThrow(EncryptionError);
      await sealed(backend, { compression: false }).set(KEY, VALUE);
      await expect(sealed(backend).get(KEY)).rejects.toThrow(EncryptionError);
    });

    test('B3: binds an entry to the backend’s key prefix', async () => {
      const store = new MemoryBackend();
      const one = createCache({
        backend: new PrefixedBackend(store, 'a:'),
        encryption: { masterKey },
      });
      const two = createCache({
        backend: new PrefixedBackend(store, 'b:'),
        encryption: { masterKey },
      });
      await one.set(KEY, VALUE);
      await store.set(`b:${KEY}`, await bytesOf(store, `a:${KEY}`));
      await expect(two.get(KEY)).rejects.toThrow(EncryptionError);
      expect(await one.get(KEY)).toEqual(VALUE);
    });

    test('opens entries of retired keys, newest first, and seals with the current one', async () => {
      const backend = new MemoryBackend();
      const retired = [generateKey(), generateKey(), generateKey()];
      for (const [index, old] of retired.entries()) {
        await createCache({ backend, encryption: { masterKey: old } }).set(`k${index}`, index);
      }
      const rotated = createCache({
        backend,
        encryption: { masterKey, previousMasterKeys: retired },
      });
      for (const index of retired.keys()) expect(await rotated.get(`k${index}`)).toBe(index);
      await rotated.set('k0', 'new');
      expect(await sealed(backend).get('k0')).toBe('new');
    });

    test('many at once do not mix', async () => {
      const cache = sealed(new MemoryBackend());
      const values = Array.from({ length: 60 }, (_, i) => ({ i, text: String(i).repeat(i * 10) }));
      await Promise.all(values.map((value, i) => cache.set(`k${i}`, value)));
      const read = await Promise.all(values.map((_, i) => cache.get(`k${i}`)));
      expect(read).toEqual(values);
    });

    test('B53: seals also when the global Promise is replaced', async () => {
      const backend = new MemoryBackend();
      const Original = globalThis.Promise;
      class Replaced<T> extends Original<T> {}
      globalThis.Promise = Replaced;
      try {
        await sealed(backend).set(KEY, VALUE);
      } finally {
        globalThis.Promise = Original;
      }
      expect(text(await backend.get(KEY))).not.toContain(SECRET);
      expect(await sealed(backend).get(KEY)).toEqual(VALUE);
    });
  });

  describe(`${name}: plaintext`, () => {
    test.each([true, false])('round-trips with compression %s', async (compression) => {
      const backend = new MemoryBackend();
      const cache = createCache({ backend, compression });
      await cache.set(KEY, VALUE);
      expect(await cache.get(KEY)).toEqual(VALUE);
      const first = (await bytesOf(backend, KEY))[0];
      expect(first).toBe(compression ? 0x94 : 0x84);
    });

    test('misses are null; delete and exists answer', async () => {
      const cache = createCache({ backend: new MemoryBackend() });
      expect(await cache.get(KEY)).toBeNull();
      expect(await cache.exists(KEY)).toBe(false);
      await cache.set(KEY, 1);
      expect(await cache.exists(KEY)).toBe(true);
      expect(await cache.delete(KEY)).toBe(true);
      expect(await cache.delete(KEY)).toBe(false);
    });

    test('damaged bytes end in a named error', async () => {
      const backend = new MemoryBackend();
      const cache = createCache({ backend });
      for (const bytes of [[], [0x94], [0xc1], [0x43, 0x4b, 3, 0, 0, 0, 0], [0xff, 0xff]]) {
        await backend.set(KEY, Uint8Array.from(bytes));
        await expect(cache.get(KEY)).rejects.toThrow(CachekitError);
      }
    });
  });

  describe(`${name}: construction and use`, () => {
    test.each([
      ['no options', undefined],
      ['null', null],
      ['no backend', {}],
      ['a backend without methods', { backend: {} }],
      ['an unknown option', { backend: new MemoryBackend(), encrypt: true }],
      ['encryption: null', { backend: new MemoryBackend(), encryption: null }],
      ['encryption without a key', { backend: new MemoryBackend(), encryption: {} }],
      [
        'an unknown encryption option',
        { backend: new MemoryBackend(), encryption: { masterKey, key: 1 } },
      ],
      [
        'an empty tenant',
        { backend: new MemoryBackend(), encryption: { masterKey, tenantId: '' } },
      ],
      ['a short key', { backend: new MemoryBackend(), encryption: { masterKey: 'abcd' } }],
      ['compression: 1', { backend: new MemoryBackend(), compression: 1 }],
      ['a default TTL of 0', { backend: new MemoryBackend(), defaultTtl: 0 }],
      ['a default TTL of NaN', { backend: new MemoryBackend(), defaultTtl: Number.NaN }],
      ['a default TTL of null', { backend: new MemoryBackend(), defaultTtl: null }],
      ['serializer: null', { backend: new MemoryBackend(), serializer: null }],
      ['a misspelt limit', { backend: new MemoryBackend(), serializer: { maxDecodeSize: 1 } }],
      ['a bad codec limit', { backend: new MemoryBackend(), serializer: { maxDepth: 5000 } }],
    ])('refuses %s', (_name, options) => {
      expect(() => Reflect.apply(makeCache, undefined, [options])).toThrow(ConfigurationError);
    });

    test.each([1, 2, 3, 4, 5])(
      'uses of each option what it has checked (%i reads)',
      async (reads) => {
        const backend = new MemoryBackend();
        let left = reads;
        const options: CacheOptions = { backend, compression: false };
        Object.defineProperty(options, 'encryption', {
          get: () => (left-- > 0 ? { masterKey } : undefined),
        });
        await makeCache(options).set(KEY, VALUE);
        expect(text(await backend.get(KEY))).not.toContain(SECRET);
      },
    );

    test.each([
      ['an empty key', ''],
      ['a lone surrogate', 'a\ud800'],
      ['a key too long for the AAD', 'k'.repeat(65_536)],
      ['a key that is no string', 7],
    ])('refuses %s before any I/O', async (_name, key) => {
      const backend = new MemoryBackend();
      const cache = createCache({ backend, encryption: { masterKey } });
      for (const call of [cache.get, cache.set, cache.delete, cache.exists]) {
        const use = Reflect.apply(call, cache, [key, 'value']);
        await expect(use).rejects.toThrow(ConfigurationError);
      }
    });

    test('rounds a TTL up and refuses a wrong one', async () => {
      let now = 1_000_000;
      const cache = createCache({ backend: new MemoryBackend({ now: () => now }) });
      await cache.set(KEY, 1, { ttl: 0.2 });
      now += 999;
      expect(await cache.get(KEY)).toBe(1);
      now += 1;
      expect(await cache.get(KEY)).toBeNull();
      for (const ttl of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
        await expect(cache.set(KEY, 1, { ttl })).rejects.toThrow(ConfigurationError);
      }
    });

    test('rejects after close, which is idempotent', async () => {
      const cache = createCache({ backend: new MemoryBackend(), encryption: { masterKey } });
      await cache.set(KEY, VALUE);
      await cache.close();
      await cache.close();
      await expect(cache.get(KEY)).rejects.toThrow(BackendError);
      await expect(cache.set(KEY, 1)).rejects.toThrow(BackendError);
    });
  });
}

function text(bytes: Uint8Array | null): string {
  return new TextDecoder('latin1').decode(bytes ?? new Uint8Array(0));
}

async function bytesOf(backend: MemoryBackend, key: string): Promise<Uint8Array> {
  const bytes = await backend.get(key);
  if (bytes === null) throw new Error(`nothing stored under ${key}`);
  return bytes;
}
