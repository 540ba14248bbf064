/** What others do not offer at all, each used once (PITFALLS A22). */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { setLogger } from '../../../js/log/logger.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

export function pitfallsSurfaceSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: what a cache offers`, () => {
    test.each([
      [0, 100, 100],
      [0.5, 100, 75],
      [0.999, 100, 51],
      [0.999, 1, 1],
    ])('A22: jitter, drawn %s, makes of %s s %s s', async (drawn, ttl, shortened) => {
      const backend = new MemoryBackend();
      const stored = vi.spyOn(backend, 'set');
      const clock = { now: Date.now, random: () => drawn };
      const cache = makeCache({ backend, ttlJitter: 0.5 }, clock);
      await cache.set('a', 1, { ttl });
      await cache.getOrSet('b', () => 1, { ttl });
      await makeCache({ backend, ttlJitter: 0.5, defaultTtl: ttl }, clock).set('c', 1);
      expect(stored.mock.calls.map(([, , seconds]) => seconds)).toEqual(Array(3).fill(shortened));
    });

    test('A22: a computed null lives for a time of its own', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const cache = makeCache({ backend, negativeTtl: 5, l1: { swrEnabled: false } }, clock);
      let asked = 0;
      const find = cache.wrap((_id: number) => (++asked > 1 ? 'there' : null), {
        namespace: 'n',
        ttl: 100,
      });
      expect(await find(1)).toBeNull();
      clock.advance(4_999);
      expect(await find(1)).toBeNull();
      clock.advance(1);
      expect(await find(1)).toBe('there');
      clock.advance(40_000);
      expect(await find(1)).toBe('there');
      expect(asked).toBe(2);
      // A caller's own `null` is a value like any other.
      const stored = vi.spyOn(backend, 'set');
      await cache.set('k', null, { ttl: 100 });
      expect(stored.mock.calls[0]?.[2]).toBe(100);
    });

    test('A22: several entries, tags, a store in memory', async () => {
      const cache = makeCache({ backend: new MemoryBackend() });
      await cache.setMany(
        ['a', 'b', 'c'].map((key) => [key, key] as const),
        { tags: ['t'] },
      );
      await cache.set('d', 'd');
      expect([...(await cache.getMany(['a', 'd', 'none'])).keys()]).toEqual(['a', 'd']);
      expect(await cache.deleteMany(['a', 'none'])).toBe(1);
      await cache.invalidate('tags', { tags: ['t'] });
      expect([...(await cache.getMany(['a', 'b', 'c', 'd'])).keys()]).toEqual(['d']);
    });

    test('A22: sliding lives, and stale values for an origin that fails', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const cache = makeCache({ backend }, clock);
      const failing = () => Promise.reject(new Error('down'));
      await cache.set('slides', 1, { ttl: 10, sliding: true });
      await cache.getOrSet('stale', () => 'good', { ttl: 10, staleIfError: 10 });
      setLogger(() => {});
      for (let i = 0; i < 3; i++) {
        clock.advance(6_000);
        expect(await cache.get('slides')).toBe(1);
      }
      expect(await cache.getOrSet('stale', failing, { ttl: 10, staleIfError: 10 })).toBe('good');
      setLogger(null);
    });

    test('A22: each call has its own signal and time', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, reliability: { degradation: false } });
      const controller = new AbortController();
      const release = backend.hold('get');
      const limited = [
        cache.get('a', { signal: controller.signal }),
        cache.get('b', { timeout: 20 }),
        cache.getOrSet('c', () => 1, { timeout: 20 }),
      ];
      const ends = Promise.allSettled(limited);
      controller.abort(new RangeError('gone'));
      const [aborted, ...late] = await ends;
      expect(aborted).toMatchObject({ reason: { message: 'gone' } });
      for (const end of late) expect(end).toMatchObject({ reason: { code: 'ERR_TIMEOUT' } });
      release();
    });

    test('A22: listeners, counts and a logger', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      const heard: string[] = [];
      const names = ['hit', 'miss', 'set', 'delete', 'error', 'invalidate'] as const;
      const stops = names.map((event) => cache.on(event, () => heard.push(event)));
      const lines: string[] = [];
      setLogger((line) => lines.push(line));
      await cache.get('k');
      await cache.set('k', 1);
      await cache.get('k');
      await cache.get('k', { skipL1: true });
      await cache.delete('k');
      await cache.invalidate('global');
      backend.failWith(new Error('down'));
      await cache.get('k');
      setLogger(null);
      expect(heard).toEqual(['miss', 'set', 'hit', 'hit', 'delete', 'invalidate', 'error']);
      expect(lines).toHaveLength(1);
      expect(cache.stats()).toMatchObject({
        hits: { l1: 1, l2: 1 },
        misses: 1,
        errors: { foreign: 1 },
        operations: { get: { success: 2, error: 1 }, set: { success: 1, error: 0 } },
        l1: { entries: 0, bytes: 0 },
        breaker: 'closed',
      });
      for (const stop of stops) stop();
      await cache.get('k');
      expect(heard).toHaveLength(7);
    });
  });
}
