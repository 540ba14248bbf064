/** What ends late changes nothing that came after it: retries, extensions, reads that were left. */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { BackendError } from '../../../js/errors.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const RETRY = { retry: { maxAttempts: 3, baseDelay: 60, jitter: false } };

/** Fails the first write of each value in its list. */
class FlakyBackend extends MemoryBackend {
  readonly failing: number[] = [];
  sets = 0;

  override async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    this.sets++;
    if (this.failing.includes(this.sets)) throw new BackendError('away for a moment');
    await super.set(key, value, ttlSeconds);
  }
}

export function lateWritesSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: what ends late`, () => {
    test.each(['set', 'delete'] as const)(
      'a retry is given up after a newer %s',
      async (change) => {
        const backend = new FlakyBackend();
        backend.failing.push(1);
        const cache = makeCache({ backend, reliability: RETRY });
        const early = cache.set('k', 'old');
        await vi.waitFor(() => expect(backend.sets).toBe(1));
        if (change === 'set') await cache.set('k', 'new');
        else await cache.delete('k');
        await early;
        const expected = change === 'set' ? 'new' : null;
        expect(await cache.get('k', { skipL1: true })).toBe(expected);
        expect(await cache.get('k')).toBe(expected);
      },
    );

    test('a computed value is not written by a retry after a delete', async () => {
      const backend = new FlakyBackend();
      backend.failing.push(1);
      const cache = makeCache({ backend, reliability: RETRY });
      const computing = cache.getOrSet('k', () => 'computed');
      await vi.waitFor(() => expect(backend.sets).toBe(1));
      await cache.delete('k');
      await computing;
      expect(await cache.get('k', { skipL1: true })).toBeNull();
    });

    test('an extension that was under way does not reach the entry that replaced its own', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const cache = makeCache({ backend }, clock);
      await cache.set('k', 'sliding', { ttl: 100, sliding: true });
      const { promise, resolve } = Promise.withResolvers<boolean>();
      vi.spyOn(backend, 'refreshTTL').mockReturnValue(promise);
      clock.advance(60_000);
      expect(await cache.get('k')).toBe('sliding');
      await cache.set('k', 'short', { ttl: 5 });
      resolve(true);
      await promise;
      await new Promise((settle) => setTimeout(settle, 5));
      clock.advance(5_000);
      expect(await cache.get('k')).toBeNull();
    });

    test('a write that failed leaves no older copy in L1', async () => {
      const backend = new FlakyBackend();
      const cache = makeCache({ backend, reliability: { degradation: false } });
      await cache.set('k', 'old');
      backend.failing.push(2);
      await expect(cache.set('k', 'new')).rejects.toThrow('away');
      expect(cache.stats().l1.entries).toBe(0);
    });
  });
}
