/** What a store learns of keys that are hidden from it, on every core. */
import { describe, expect, test } from 'vitest';
import type { CacheOptions } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';
import type { MakeCache } from './make-cache.ts';
import { KEY, OTHER_KEY } from './option-observers.ts';

const NAME = /^[0-9a-f]{64}$/;

/** Memory that writes down every name it is asked for. */
class NotingBackend extends MemoryBackend {
  readonly names = new Set<string>();

  override get(key: string): Promise<Uint8Array | null> {
    this.names.add(key);
    return super.get(key);
  }

  override set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    this.names.add(key);
    return super.set(key, value, ttlSeconds);
  }

  override delete(key: string): Promise<boolean> {
    this.names.add(key);
    return super.delete(key);
  }

  override exists(key: string): Promise<boolean> {
    this.names.add(key);
    return super.exists(key);
  }

  override getWithTtl(key: string): ReturnType<MemoryBackend['getWithTtl']> {
    this.names.add(key);
    return super.getWithTtl(key);
  }

  override refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    this.names.add(key);
    return super.refreshTTL(key, ttlSeconds);
  }

  override acquireLock(key: string, timeoutMs: number): Promise<string | null> {
    this.names.add(key);
    return super.acquireLock(key, timeoutMs);
  }

  override releaseLock(key: string, lockId: string): Promise<boolean> {
    this.names.add(key);
    return super.releaseLock(key, lockId);
  }
}

export function hiddenKeysSuite(makeCache: MakeCache): void {
  const hidden = (backend: NotingBackend, options: Partial<CacheOptions> = {}) =>
    makeCache({ backend, encryption: { masterKey: KEY, hideKeys: true }, ...options });

  describe('hidden keys', () => {
    test('are all that the store is ever asked for', async () => {
      const backend = new NotingBackend();
      const cache = hidden(backend, { stampede: { distributedLock: true } });
      await cache.set('user:42', 'a', { tags: ['ada'], ttl: 60 });
      await cache.set('user:43', 'b', { sliding: true, ttl: 60 });
      await cache.setMany([['user:44', 'c']]);
      const fresh = hidden(backend);
      expect(await fresh.get('user:42')).toBe('a');
      expect(await fresh.get('user:43')).toBe('b');
      expect(await fresh.getMany(['user:44', 'user:45'])).toEqual(new Map([['user:44', 'c']]));
      expect(await fresh.exists('user:44')).toBe(true);
      expect(await cache.getOrSet('user:46', () => 'd')).toBe('d');
      await cache.invalidate('tags', { tags: ['ada'] });
      expect(await cache.delete('user:43')).toBe(true);
      expect(backend.names.size).toBeGreaterThanOrEqual(6);
      for (const name of backend.names) expect(name).toMatch(NAME);
    });

    test('have one name for every cache of a key and tenant, and another for others', async () => {
      const namesOf = async (masterKey: string, tenantId: string) => {
        const backend = new NotingBackend();
        const encryption = { masterKey, tenantId, hideKeys: true };
        await makeCache({ backend, encryption }).set('k', 1);
        return [...backend.names].join();
      };
      const name = await namesOf(KEY, 'a');
      expect(await namesOf(KEY, 'a')).toBe(name);
      expect(await namesOf(KEY, 'b')).not.toBe(name);
      expect(await namesOf(OTHER_KEY, 'a')).not.toBe(name);
    });

    test('do not free an entry from its key: moved to another name it does not open', async () => {
      const backend = new NotingBackend();
      const cache = hidden(backend, { l1: { enabled: false } });
      await cache.set('a', 'of a');
      const [first = ''] = backend.names;
      await cache.set('b', 'of b');
      const [, second = ''] = backend.names;
      const bytes = await backend.get(first);
      await backend.set(second, bytes ?? new Uint8Array(0));
      expect(await cache.get('a')).toBe('of a');
      expect(await cache.get('b')).toBeNull();
    });

    test('exclude what would tell of keys or needs them', () => {
      const transport = new LocalInvalidationTransport();
      const backend = new NotingBackend();
      expect(() => hidden(backend, { invalidation: { transport } })).toThrow(ConfigurationError);
      const options = { namespace: 'n', interop: 'op', interopArity: 0 } as const;
      expect(() => hidden(backend).wrap(() => 1, options)).toThrow(/stores keys as they are/);
    });

    test.each(['yes', 1, null])('are on or off, not %j', (hideKeys) => {
      const encryption = { masterKey: KEY, hideKeys };
      const options = { backend: new NotingBackend(), encryption };
      expect(() => Reflect.apply(makeCache, undefined, [options])).toThrow(ConfigurationError);
    });
  });
}
