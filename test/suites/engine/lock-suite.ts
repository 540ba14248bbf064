/** A lock in the store against stampedes (REFERENCE §7; PITFALLS B26, B27). */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const TIMES = { distributedLock: true, lockPollMs: 5, lockWaitMs: 2_000 };

export function lockSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: one computation over all processes`, () => {
    const open = (stampede: object = TIMES, backend = new MemoryBackend()) => {
      const make = () => makeCache({ backend, l1: { enabled: false }, stampede });
      return { backend, cache: make(), peer: make() };
    };

    test('who waited finds what the other computed', async () => {
      const { cache, peer } = open();
      let calls = 0;
      const compute = async () => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 50));
        return calls;
      };
      const values = await Promise.all([cache, peer].map((one) => one.getOrSet('k', compute)));
      expect(values).toEqual([1, 1]);
      expect(calls).toBe(1);
    });

    test('B26: the store is read again only after a wait', async () => {
      const { backend, cache } = open();
      const reads = vi.spyOn(backend, 'getWithTtl');
      await cache.getOrSet('k', () => 1);
      expect(reads).toHaveBeenCalledTimes(1);
    });

    test('B26: the lock is released, also when the computation fails', async () => {
      const { backend, cache } = open();
      await cache.getOrSet('a', () => 1);
      const failing = () => Promise.reject(new Error('down'));
      await expect(cache.getOrSet('b', failing)).rejects.toThrow('down');
      for (const key of ['a', 'b']) {
        await vi.waitFor(async () => expect(await backend.acquireLock(key, 1000)).not.toBeNull());
      }
    });

    test('a stale value outlives a second look that fails', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const options = { backend, l1: { enabled: false }, stampede: { ...TIMES, lockWaitMs: 20 } };
      const cache = makeCache(options, clock);
      const terms = { ttl: 10, staleIfError: 50 };
      await cache.getOrSet('k', () => 'good', terms);
      clock.advance(20_000);
      await backend.acquireLock('k', 60_000);
      const read = backend.getWithTtl.bind(backend);
      let reads = 0;
      backend.getWithTtl = async (key) => {
        if (++reads > 1) throw new Error('down');
        return await read(key);
      };
      const failing = () => Promise.reject(new Error('down, too'));
      expect(await cache.getOrSet('k', failing, terms)).toBe('good');
      expect(reads).toBe(2);
    });

    test('a lock that stays taken does not stop anybody for ever', async () => {
      const { backend, cache } = open({ ...TIMES, lockWaitMs: 30 });
      await backend.acquireLock('k', 60_000);
      expect(await cache.getOrSet('k', () => 'without')).toBe('without');
    });

    test('a store that fails at locking costs the lock alone', async () => {
      const { backend, cache } = open();
      vi.spyOn(backend, 'acquireLock').mockRejectedValue(new Error('down'));
      expect(await cache.getOrSet('k', () => 'without')).toBe('without');
      expect(cache.stats().operations['lock']?.error).toBe(1);
    });

    test('a failed release is told, not thrown', async () => {
      const { backend, cache } = open();
      vi.spyOn(backend, 'releaseLock').mockRejectedValue(new Error('down'));
      expect(await cache.getOrSet('k', () => 1)).toBe(1);
      await vi.waitFor(() => expect(cache.stats().operations['lock']?.error).toBe(1));
    });

    test('B27: an empty lease is none, and is not given back', async () => {
      const { backend, cache } = open({ ...TIMES, lockWaitMs: 0 });
      vi.spyOn(backend, 'acquireLock').mockResolvedValue('');
      const release = vi.spyOn(backend, 'releaseLock');
      expect(await cache.getOrSet('k', () => 1)).toBe(1);
      expect(release).not.toHaveBeenCalled();
    });

    test.each([
      [{ distributedLock: true }, /acquireLock/],
      [{ distributedLock: 'yes' }, /true or false/],
      [{ lockTimeoutMs: 0 }, /lockTimeoutMs/],
      [{ lockWaitMs: Number.NaN }, /lockWaitMs/],
      [{ lockPollMs: -1 }, /lockPollMs/],
      [{ lock: true }, /"lock"/],
    ])('refuses %o on a store without locks', (stampede: object, message) => {
      expect(() => makeCache({ backend: new GatedBackend(), stampede })).toThrow(message);
    });
  });
}
