/** What caches made by a preset do, on every runtime. Imports nothing of Node. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cache, SecureCache } from '../../js/api.ts';
import type { StoredEntry } from '../../js/backends/backend.ts';
import { MemoryBackend } from '../../js/backends/memory.ts';
import { generateKey } from '../../js/config/generate-key.ts';
import type { CreateCacheFn } from '../../js/config/presets.ts';
import { BackendError, ConfigurationError } from '../../js/errors.ts';
import { setLogger } from '../../js/log/logger.ts';

const SECRET = 'attack at dawn';
const KEY = 'user:42';

/** Keeps what it was told; `failing` makes every call of it fail for good. */
class WatchedBackend extends MemoryBackend {
  readonly ttls: (number | undefined)[] = [];
  failing = false;
  calls = 0;

  override async getWithTtl(key: string): Promise<StoredEntry | null> {
    this.#call();
    return super.getWithTtl(key);
  }

  override async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    this.#call();
    this.ttls.push(ttlSeconds);
    return super.set(key, value, ttlSeconds);
  }

  #call(): void {
    this.calls++;
    if (this.failing) throw new BackendError('the store is down', 'transient');
  }
}

export function presetsSuite(
  name: string,
  createCache: CreateCacheFn<Cache, Cache & SecureCache>,
): void {
  const masterKey = generateKey();
  const stored = async (backend: MemoryBackend) =>
    new TextDecoder('latin1').decode((await backend.get(KEY)) ?? undefined);
  /** No waiting between tries. */
  const reliability = { retry: { baseDelay: 0 } };
  const presets = {
    minimal: (backend: MemoryBackend) => createCache.minimal({ backend }),
    production: (backend: MemoryBackend) => createCache.production({ backend, reliability }),
    secure: (backend: MemoryBackend) => createCache.secure({ backend, reliability, masterKey }),
  };

  describe(`${name}: presets`, () => {
    beforeAll(() => setLogger(() => {}));
    afterAll(() => setLogger(null));

    test.each([
      ['minimal', 300, true],
      ['production', 600, true],
      ['secure', 600, false],
    ] as const)('%s stores for %d seconds; readable: %s', async (preset, ttl, readable) => {
      const backend = new WatchedBackend();
      const cache = presets[preset](backend);
      await cache.set(KEY, SECRET);
      expect(backend.ttls).toEqual([ttl]);
      expect((await stored(backend)).includes(SECRET)).toBe(readable);
      const calls = backend.calls;
      expect(await cache.get(KEY)).toBe(SECRET);
      expect(backend.calls).toBe(calls);
      expect(await presets[preset](backend).get(KEY)).toBe(SECRET);
      await cache.close();
    });

    test.each(['production', 'secure'] as const)(
      '%s: an outage is a miss, after 3 tries; 5 open the breaker',
      async (preset) => {
        const backend = new WatchedBackend();
        backend.failing = true;
        const cache = presets[preset](backend);
        for (let calls = 1; calls <= 5; calls++) {
          expect(cache.stats().breaker).toBe('closed');
          expect(await cache.get(KEY)).toBeNull();
          expect(backend.calls).toBe(3 * calls);
        }
        expect(cache.stats().breaker).toBe('open');
        expect(await cache.get(KEY)).toBeNull();
        expect(backend.calls).toBe(15);
        await cache.close();
      },
    );

    test('minimal: an outage is an error, after one try, however often', async () => {
      const backend = new WatchedBackend();
      backend.failing = true;
      const cache = presets.minimal(backend);
      for (let calls = 1; calls <= 20; calls++) {
        await expect(cache.get(KEY)).rejects.toBeInstanceOf(BackendError);
        expect(backend.calls).toBe(calls);
      }
      await cache.close();
    });

    test('secure: a foreign entry is a miss, or an error where that is wished for', async () => {
      const backend = new MemoryBackend();
      await presets.secure(backend).set(KEY, SECRET);
      const other = { backend, masterKey: generateKey() };
      expect(await createCache.secure(other).get(KEY)).toBeNull();
      await presets.secure(backend).set(KEY, SECRET);
      const strict = createCache.secure({ ...other, onFailure: 'throw' });
      await expect(strict.get(KEY)).rejects.toMatchObject({ code: 'ERR_ENCRYPTION' });
      const rotated = createCache.secure({ ...other, previousMasterKeys: [masterKey] });
      await presets.secure(backend).set(KEY, SECRET);
      expect(await rotated.get(KEY)).toBe(SECRET);
    });

    test('A28, B4: secure.wrap works on what secure made and throws on what it did not', async () => {
      const cache = presets.secure(new MemoryBackend());
      const double = cache.secure.wrap((n: number) => 2 * n, { namespace: 'double' });
      expect(await double(21)).toBe(42);
      const plain: object = presets.production(new MemoryBackend());
      expect('secure' in plain).toBe(true);
      const wrap = () =>
        Reflect.get(plain, 'secure').wrap((n: number) => n, { namespace: 'double' });
      expect(wrap).toThrow(ConfigurationError);
    });

    test.each(['minimal', 'production', 'secure'] as const)(
      '%s refuses what is not its own',
      (preset) => {
        const given = { backend: new MemoryBackend(), masterKey, stampede: {} };
        const make = () => Reflect.apply(createCache[preset], undefined, [given]);
        expect(make).toThrow(ConfigurationError);
        expect(make).toThrow(/"(masterKey|stampede)"/);
      },
    );
  });
}
