/** Tags: one call makes every entry with the tag a miss, in L1 and in the store, without a scan. */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';

export function tagsSuite(name: string, makeCache: MakeCache): void {
  describe.each([
    ['plaintext', {}],
    ['encrypted', { encryption: { masterKey: generateKey() } }],
  ])(`${name}, %s: tags`, (_mode, options) => {
    const open = (backend = new MemoryBackend()) => ({
      backend,
      cache: makeCache({ backend, ...options }),
      // As another process would: nothing in common but the store.
      peer: makeCache({ backend, ...options }),
    });

    test('an entry with tags is read like any other', async () => {
      const { cache, peer } = open();
      const value = { total: 12.5, at: new Date(0) };
      await cache.set('k', value, { tags: ['user:42', 'orders'] });
      expect(await cache.get('k')).toEqual(value);
      expect(await peer.get('k')).toEqual(value);
      expect(await peer.getMany(['k', 'none'])).toEqual(new Map([['k', value]]));
      expect(cache.stats().hits).toEqual({ l1: 1, l2: 0 });
    });

    test('one tag makes its entries misses here and in the store, and no others', async () => {
      const { cache, peer } = open();
      await cache.set('a', 1, { tags: ['red', 'small'] });
      await cache.set('b', 2, { tags: ['red'] });
      await cache.set('c', 3, { tags: ['blue'] });
      await cache.set('d', 4);
      await cache.invalidate('tags', { tags: ['red'] });
      for (const reader of [cache, peer]) {
        const values = await Promise.all(['a', 'b', 'c', 'd'].map((key) => reader.get(key)));
        expect(values).toEqual([null, null, 3, 4]);
      }
    });

    test('what is set after it is good again', async () => {
      const { cache, peer } = open();
      await cache.set('a', 'old', { tags: ['t'] });
      await cache.invalidate('tags', { tags: ['t'] });
      await cache.set('a', 'new', { tags: ['t'] });
      expect(await cache.get('a')).toBe('new');
      expect(await peer.get('a')).toBe('new');
    });

    test('a tag that is invalidated during a computation keeps its value out', async () => {
      const { cache, peer } = open();
      const { promise, resolve } = Promise.withResolvers<void>();
      let begun = false;
      const compute = async () => {
        begun = true;
        await promise;
        return 'computed before';
      };
      const computing = cache.getOrSet('k', compute, { tags: ['t'] });
      await vi.waitFor(() => expect(begun).toBe(true));
      await peer.invalidate('tags', { tags: ['t'] });
      resolve();
      expect(await computing).toBe('computed before');
      expect(await cache.get('k', { skipL1: true })).toBeNull();
      await cache.invalidate('global');
      expect(await cache.getOrSet('k', () => 'fresh', { tags: ['t'] })).toBe('fresh');
    });

    test('who asks after it does not join a computation from before', async () => {
      const { cache } = open();
      const { promise, resolve } = Promise.withResolvers<void>();
      let begun = false;
      const slow = async () => {
        begun = true;
        await promise;
        return 'before';
      };
      const computing = cache.getOrSet('k', slow, { tags: ['t'] });
      await vi.waitFor(() => expect(begun).toBe(true));
      await cache.invalidate('tags', { tags: ['t'] });
      const after = cache.getOrSet('k', () => 'after', { tags: ['t'] });
      resolve();
      expect(await computing).toBe('before');
      expect(await after).toBe('after');
      expect(await cache.get('k')).toBe('after');
    });

    test('wrap takes tags by its arguments', async () => {
      const { cache } = open();
      let calls = 0;
      const user = cache.wrap(async (id: number) => ({ id, call: ++calls }), {
        namespace: 'users',
        tags: (id) => [`user:${id}`],
      });
      await Promise.all([user(1), user(2)]);
      await cache.invalidate('tags', { tags: ['user:1'] });
      expect((await user(1)).call).toBe(3);
      expect((await user(2)).call).toBeLessThan(3);
    });

    test('setMany tags each of its entries', async () => {
      const { cache, peer } = open();
      await cache.setMany(Object.entries({ a: 1, b: 2 }), { tags: ['t'] });
      expect(await peer.getMany(['a', 'b'])).toEqual(new Map(Object.entries({ a: 1, b: 2 })));
      await cache.invalidate('tags', { tags: ['t'] });
      expect(await cache.getMany(['a', 'b'])).toEqual(new Map());
      // The peer still holds them in L1: it hears of it through `invalidation`, or when they expire.
      expect(await peer.getMany(['a', 'b'], { skipL1: true })).toEqual(new Map());
    });

    test('an entry whose tags have no version any more is a miss', async () => {
      const { backend, cache } = open();
      const stored = vi.spyOn(backend, 'set');
      await cache.set('k', 1, { tags: ['t'] });
      const keys = stored.mock.calls.map(([key]) => key);
      const tagKey = keys.find((key) => key.startsWith('sealcache-tag:v1:'));
      expect(keys).toHaveLength(2);
      expect(tagKey).toMatch(/:[0-9a-f]{32}$/);
      await backend.delete(tagKey ?? '');
      expect(await cache.get('k', { skipL1: true })).toBeNull();
    });

    test('no key names a version: who chooses keys can neither learn nor restore one', async () => {
      const { backend, cache } = open();
      const stored = vi.spyOn(backend, 'set');
      await cache.set('k', 1, { tags: ['t'] });
      const key = stored.mock.calls.map(([name]) => name).find((name) => name !== 'k') ?? '';
      const refused = { code: 'ERR_CONFIGURATION' };
      const asked = [
        () => cache.get(key),
        () => cache.getMany(['k', key]),
        () => cache.set(key, '0123456789abcdef'),
        () => cache.setMany([[key, '0123456789abcdef']]),
        () => cache.getOrSet(key, () => '0123456789abcdef'),
        () => cache.delete(key),
        () => cache.deleteMany([key]),
        () => cache.exists(key),
        () => cache.invalidate('params', { key }),
        () => cache.wrap(() => 1, { namespace: 'sealcache-tag:v1' })(),
      ];
      const calls = stored.mock.calls.length;
      for (const ask of asked) await expect(ask()).rejects.toMatchObject(refused);
      expect(stored.mock.calls).toHaveLength(calls);
      expect(await cache.get('k', { skipL1: true })).toBe(1);
      await cache.set('sealcache-tags', 2);
      expect(await cache.get('sealcache-tags')).toBe(2);
    });

    test('an untagged set that came later stays', async () => {
      const { cache } = open();
      const earlier = cache.set('k', 'earlier', { tags: ['t'] });
      const later = cache.set('k', 'later');
      await Promise.all([earlier, later]);
      expect(await cache.get('k')).toBe('later');
      expect(await cache.get('k', { skipL1: true })).toBe('later');
    });
  });

  describe(`${name}: tags and a store that fails`, () => {
    test('an entry whose tags cannot be checked is a miss, not a value out of date', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, l1: { enabled: false } });
      await cache.set('k', 1, { tags: ['t'] });
      const get = backend.get.bind(backend);
      backend.get = async (key) => {
        if (key.startsWith('sealcache-tag:')) throw new Error('down');
        return await get(key);
      };
      expect(await cache.get('k')).toBeNull();
      expect(cache.stats().operations['get']?.error).toBe(1);
    });

    test('without degradation a tag that could not be invalidated is an error', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, reliability: { degradation: false } });
      await cache.set('k', 1, { tags: ['t'] });
      backend.failWith(new Error('down'));
      await expect(cache.invalidate('tags', { tags: ['t'] })).rejects.toThrow('down');
      expect(cache.stats().l1.entries).toBe(0);
    });

    test('in an outage L1 still answers', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      backend.failWith(new Error('down'));
      let calls = 0;
      const order = () => cache.getOrSet('k', () => ++calls, { tags: ['t'] });
      expect(await order()).toBe(1);
      expect(await order()).toBe(1);
      await cache.invalidate('tags', { tags: ['t'] });
      expect(await order()).toBe(2);
    });

    test.each([
      ['no list', 'red'],
      ['an empty tag', ['']],
      ['a number', [1]],
      ['a lone surrogate', ['\ud800']],
      ['over 200 bytes', ['é'.repeat(101)]],
      ['over 64', Array.from({ length: 65 }, (_, i) => `t${i}`)],
    ])('refuses %s', async (_what, tags) => {
      const cache = makeCache({ backend: new MemoryBackend() });
      const given: object = { tags };
      await expect(cache.set('k', 1, given)).rejects.toMatchObject({ code: 'ERR_CONFIGURATION' });
      await expect(cache.invalidate('tags', given)).rejects.toMatchObject({
        code: 'ERR_CONFIGURATION',
      });
    });

    test('invalidating no tags is a mistake', async () => {
      const cache = makeCache({ backend: new MemoryBackend() });
      await expect(cache.invalidate('tags')).rejects.toThrow('needs the option "tags"');
      await expect(cache.invalidate('tags', { tags: [] })).rejects.toThrow(
        'needs the option "tags"',
      );
    });
  });
}
