/** Lives that end otherwise than by a TTL alone: sliding ones, and stale values that bridge a failure. */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

export function lifetimesSuite(name: string, makeCache: MakeCache): void {
  describe.each([
    ['plaintext', {}],
    ['encrypted', { encryption: { masterKey: generateKey() } }],
  ])(`${name}, %s: lives`, (_mode, options) => {
    const open = () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const make = () => makeCache({ backend, ...options }, clock);
      return { clock, backend, cache: make(), peer: make() };
    };

    test('a sliding entry lives as long as it is used, whoever uses it', async () => {
      const { clock, cache, peer } = open();
      await cache.set('k', 'v', { ttl: 100, sliding: true });
      for (let i = 0; i < 6; i++) {
        clock.advance(60_000);
        expect(await (i % 2 === 0 ? cache : peer).get('k')).toBe('v');
      }
      clock.advance(100_000);
      expect(await cache.get('k')).toBeNull();
      expect(await peer.get('k')).toBeNull();
    });

    test('a use in the first quarter of its life asks nothing of the store', async () => {
      const { clock, backend, cache } = open();
      const refresh = vi.spyOn(backend, 'refreshTTL');
      await cache.set('k', 'v', { ttl: 100, sliding: true });
      clock.advance(24_000);
      await cache.get('k');
      expect(refresh).not.toHaveBeenCalled();
      clock.advance(2_000);
      await cache.get('k');
      expect(refresh).toHaveBeenCalledExactlyOnceWith('k', 100);
    });

    test('without it, uses change nothing', async () => {
      const { clock, cache } = open();
      await cache.set('k', 'v', { ttl: 100 });
      clock.advance(60_000);
      await cache.get('k');
      clock.advance(40_000);
      expect(await cache.get('k')).toBeNull();
    });

    test('a sliding entry that another process deleted leaves L1', async () => {
      const { clock, cache, peer } = open();
      await cache.set('k', 'v', { ttl: 100, sliding: true });
      await peer.delete('k');
      clock.advance(60_000);
      await cache.get('k');
      await vi.waitFor(async () => expect(await cache.get('k')).toBeNull());
    });

    test('a computed value slides, too', async () => {
      const { clock, cache } = open();
      let calls = 0;
      const read = () => cache.getOrSet('k', () => ++calls, { ttl: 100, sliding: true });
      for (let i = 0; i < 5; i++) {
        expect(await read()).toBe(1);
        clock.advance(70_000);
      }
      expect(await read()).toBe(1);
    });

    test('an entry that is to live for ever does, and is refreshed by nobody', async () => {
      const { clock, cache, peer } = open();
      await cache.set('set', 'v', { ttl: 'never' });
      let calls = 0;
      const read = () => cache.getOrSet('computed', () => ++calls, { ttl: 'never' });
      await read();
      await cache.setMany([['batch', 'v']], { ttl: 'never' });
      clock.advance(400 * 24 * 3600 * 1000);
      expect(await read()).toBe(1);
      for (const one of [cache, peer]) {
        expect((await one.getMany(['set', 'computed', 'batch'])).size).toBe(3);
      }
    });

    test('a stale value is served when its computation fails, from L1 and from the store', async () => {
      const { clock, cache, peer } = open();
      const terms = { ttl: 10, staleIfError: 50 };
      await cache.getOrSet('k', () => 'good', terms);
      clock.advance(10_000);
      const failing = () => {
        throw new Error('the origin is down');
      };
      for (const reader of [cache, peer]) {
        expect(await reader.get('k')).toBeNull();
        expect(await reader.getOrSet('k', failing, terms)).toBe('good');
        await expect(reader.getOrSet('k', failing)).rejects.toThrow('the origin is down');
        expect(reader.stats().operations['compute']?.error).toBe(1);
      }
      expect(await cache.getOrSet('k', () => 'better', terms)).toBe('better');
      expect(await peer.getOrSet('k', failing, terms)).toBe('better');
    });

    test('and not for longer than was asked', async () => {
      const { clock, cache } = open();
      const terms = { ttl: 10, staleIfError: 50 };
      await cache.getOrSet('k', () => 'good', terms);
      clock.advance(60_000);
      const failing = () => Promise.reject(new Error('down'));
      await expect(cache.getOrSet('k', failing, terms)).rejects.toThrow('down');
    });

    test('a stale value is not served once its tag was invalidated', async () => {
      const { clock, cache, peer } = open();
      const terms = { ttl: 10, staleIfError: 50, tags: ['t'] };
      await cache.getOrSet('k', () => 'good', terms);
      clock.advance(10_000);
      await peer.invalidate('tags', { tags: ['t'] });
      await cache.invalidate('global');
      const failing = () => Promise.reject(new Error('down'));
      await expect(cache.getOrSet('k', failing, terms)).rejects.toThrow('down');
    });
  });

  describe(`${name}: lives that cannot be`, () => {
    test('with the store down, L1 still bridges a failing computation', async () => {
      const clock = new ManualClock();
      const backend = new GatedBackend();
      const cache = makeCache({ backend }, clock);
      const terms = { ttl: 10, staleIfError: 50 };
      await cache.getOrSet('k', () => 'good', terms);
      clock.advance(20_000);
      backend.failWith(new Error('down'));
      const failing = () => Promise.reject(new Error('down, too'));
      expect(await cache.getOrSet('k', failing, terms)).toBe('good');
      await expect(cache.getOrSet('k', failing, { ...terms, skipL1: true })).rejects.toThrow('too');
    });

    test('sliding needs a store that can extend a life', async () => {
      const cache = makeCache({ backend: new GatedBackend() });
      await expect(cache.set('k', 1, { sliding: true })).rejects.toThrow(/extend a TTL/);
      expect(() => cache.wrap(async () => 1, { namespace: 'n', sliding: true })).toThrow(
        /extend a TTL/,
      );
    });

    test('sliding and staleIfError exclude each other', async () => {
      const cache = makeCache({ backend: new MemoryBackend() });
      await expect(cache.set('k', 1, { sliding: true, staleIfError: 1 })).rejects.toThrow(
        /exclude each other/,
      );
    });

    test.each([
      { ttl: 0 },
      { ttl: Number.POSITIVE_INFINITY },
      { ttl: 'never', sliding: true },
      { ttl: 'never', staleIfError: 1 },
      { ttl: 1, negativeTtl: 'never', staleIfError: 1 },
      { ttl: 'NEVER' },
    ])('refuses %o', async (terms: object) => {
      const cache = makeCache({ backend: new MemoryBackend() });
      await expect(cache.getOrSet('k', () => 1, terms)).rejects.toMatchObject({
        code: 'ERR_CONFIGURATION',
      });
    });

    test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
      'refuses staleIfError %s',
      async (staleIfError) => {
        const cache = makeCache({ backend: new MemoryBackend() });
        await expect(cache.set('k', 1, { staleIfError })).rejects.toThrow(/staleIfError/);
      },
    );
  });
}
