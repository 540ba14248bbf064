/** Values that are computed: when, for how long they count, and who joins whom (PITFALLS A3, A5; B24). */
import { describe, expect, test, vi } from 'vitest';
import { BackendError } from '../../../js/errors.ts';
import { BatchBackend } from '../../helpers/batch-backend.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

export function computationsSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: computed values`, () => {
    captureLog();

    test.each([
      [null, 5],
      [undefined, 5],
      [0, 100],
      ['', 100],
      [false, 100],
    ])('%o is stored for %i s', async (value, seconds) => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      const stored = vi.spyOn(backend, 'set');
      await cache.getOrSet('k', () => value, { ttl: 100, negativeTtl: 5 });
      expect(stored.mock.calls.map(([, , ttl]) => ttl)).toEqual([seconds]);
    });

    test('the store keeps a value for its stale time as well', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      const stored = vi.spyOn(backend, 'set');
      await cache.getOrSet('k', () => 1, { ttl: 10, staleIfError: 50 });
      await cache.setMany([['l', 1]], { ttl: 10, staleIfError: 50 });
      expect(stored.mock.calls.map(([, , ttl]) => ttl)).toEqual([60, 60]);
    });

    test.each([
      ['without L1', { l1: { enabled: false } }],
      ['with an empty L1', {}],
    ])(
      'with nothing to fall back on the origin’s error is the caller’s, %s',
      async (_, options) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend, ...options });
        const down = () => Promise.reject(new RangeError('the origin is down'));
        for (const failure of [null, new BackendError('down')]) {
          backend.failWith(failure);
          const asking = cache.getOrSet('k', down, { staleIfError: 5 });
          await expect(asking).rejects.toThrow('the origin is down');
        }
        expect(cache.stats().operations['l1_decrypt']).toBeUndefined();
        expect(cache.stats().operations['compute']).toBeUndefined();
      },
    );

    test('without tags nobody asks for their versions', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend });
      await cache.getOrSet('a', () => 1);
      await cache.set('b', 1);
      await cache.setMany([['c', 1]]);
      expect(backend.asked).toEqual({ gets: [], sets: [['c']], deletes: [] });
      expect(backend.calls).toMatchObject({ get: 1, set: 2 });
    });

    const changes: readonly (readonly [
      string,
      (cache: ReturnType<MakeCache>) => Promise<unknown>,
    ])[] = [
      ['set', (cache) => cache.set('k', 'set')],
      ['setMany', (cache) => cache.setMany([['k', 'set']])],
      ['delete', (cache) => cache.delete('k')],
      ['deleteMany', (cache) => cache.deleteMany(['k'])],
      ['invalidate params', (cache) => cache.invalidate('params', { key: 'k' })],
      ['invalidate namespace', (cache) => cache.invalidate('namespace', { namespace: 'k' })],
      ['invalidate global', (cache) => cache.invalidate('global')],
    ];
    test.each(changes)(
      'A5: after %s nobody joins a computation or a read from before',
      async (_name, change) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend, l1: { enabled: false } });
        const [origin, store] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
        const [computed, compute] = [vi.fn(() => origin.promise), async () => 'new'];
        const before = cache.getOrSet('k', computed);
        await vi.waitFor(() => expect(computed).toHaveBeenCalled());
        const held = vi.spyOn(backend, 'get').mockImplementationOnce(async () => {
          await store.promise;
          return null;
        });
        const reading = cache.get('k');
        await vi.waitFor(() => expect(held).toHaveBeenCalled());
        await change(cache);
        const read = await cache.get('k');
        const after = await cache.getOrSet('k', compute);
        expect(after).toBe(read ?? 'new');
        store.resolve();
        origin.resolve('old');
        expect([await before, await reading]).toEqual(['old', null]);
        expect(await cache.get('k')).toBe(after);
      },
    );

    test('a plain read never refreshes: it knows no computation', async () => {
      const clock = new ManualClock();
      const cache = makeCache({ backend: new GatedBackend() }, clock);
      const compute = vi.fn(() => 1);
      await cache.getOrSet('k', compute, { ttl: 100 });
      clock.advance(90_000);
      expect(await cache.get('k')).toBe(1);
      expect(await cache.getMany(['k'])).toEqual(new Map([['k', 1]]));
      await turn();
      expect(compute).toHaveBeenCalledTimes(1);
      expect(cache.stats().operations['refresh']).toBeUndefined();
    });

    test('a refresh that is invalidated while it runs is not stored', async () => {
      const clock = new ManualClock();
      const backend = new GatedBackend();
      const cache = makeCache({ backend }, clock);
      const origin = Promise.withResolvers<number>();
      const compute = vi.fn((): number | Promise<number> => 1);
      await cache.getOrSet('k', compute, { ttl: 100 });
      clock.advance(90_000);
      compute.mockReturnValueOnce(origin.promise);
      await cache.getOrSet('k', compute, { ttl: 100 });
      expect(compute).toHaveBeenCalledTimes(2);
      await cache.invalidate('global');
      origin.resolve(2);
      await turn();
      expect(await cache.get('k')).toBe(1);
      expect(backend.calls.set).toBe(1);
    });

    test('a refresh that fails is counted by its own error, stale value or not', async () => {
      const clock = new ManualClock();
      const cache = makeCache({ backend: new GatedBackend() }, clock);
      const terms = { ttl: 100, staleIfError: 50 };
      await cache.getOrSet('k', () => 1, terms);
      clock.advance(90_000);
      const down = () => Promise.reject(new BackendError('the origin is down'));
      expect(await cache.getOrSet('k', down, terms)).toBe(1);
      await turn();
      expect(cache.stats().operations['refresh']?.error).toBe(1);
      expect(cache.stats().errors).toEqual({ ERR_BACKEND: 1 });
    });

    test('a value that cannot be copied is the same one for all who shared it', async () => {
      const cache = makeCache({ backend: new GatedBackend() });
      const value = { list: [1], call: () => {} };
      const compute = vi.fn(() => turn().then(() => value));
      const [first, second] = await Promise.all([
        cache.getOrSet('k', compute),
        cache.getOrSet('k', compute),
      ]);
      expect(compute).toHaveBeenCalledTimes(1);
      expect([first, second]).toEqual([value, value]);
    });

    test('B25: who set himself a limit still waits for the next one within it', async () => {
      vi.useFakeTimers();
      try {
        const backend = new GatedBackend();
        const cache = makeCache({ backend, compression: false });
        const look = vi.spyOn(backend, 'get').mockImplementationOnce(() => new Promise(() => {}));
        void cache.get('k');
        const waiting = cache.get('k', { timeout: 60_000 });
        await vi.advanceTimersByTimeAsync(10_000);
        expect(look).toHaveBeenCalledTimes(2);
        expect(await waiting).toBeNull();
      } finally {
        vi.useRealTimers();
      }
    });

    test('listeners hear of a refresh', async () => {
      const clock = new ManualClock();
      const cache = makeCache({ backend: new GatedBackend() }, clock);
      const heard: unknown[] = [];
      cache.on('refresh', (event) => heard.push(event));
      await cache.getOrSet('k', () => 1, { ttl: 100 });
      clock.advance(90_000);
      await cache.getOrSet('k', () => 2, { ttl: 100 });
      await vi.waitFor(() => expect(heard).toEqual([{ key: 'k' }]));
    });
  });

  describe(`${name}: what the store is asked`, () => {
    captureLog();

    test('what L1 holds exists without a question, unless it has expired', async () => {
      const clock = new ManualClock();
      const backend = new GatedBackend();
      const cache = makeCache({ backend }, clock);
      await cache.set('k', 1, { ttl: 10 });
      expect(await cache.exists('k')).toBe(true);
      expect(backend.calls.exists).toBe(0);
      clock.advance(10_000);
      await cache.exists('k');
      expect(backend.calls.exists).toBe(1);
    });

    test('a failing store costs each call its own answer, counted by operation', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      backend.failWith(new BackendError('down'));
      // With a timeout alone there is no signal to look at.
      const limits = { timeout: 1_000 };
      expect(await cache.get('k', limits)).toBeNull();
      expect(await cache.delete('k', limits)).toBe(false);
      expect(await cache.exists('k', limits)).toBe(false);
      await cache.set('k', 1, limits);
      expect(cache.stats().operations).toEqual({
        get: { success: 0, error: 1 },
        delete: { success: 0, error: 1 },
        exists: { success: 0, error: 1 },
        set: { success: 0, error: 1 },
      });
      expect(cache.stats().misses).toBe(0);
    });

    test('a caller who aborts hears of it from each call', async () => {
      const cache = makeCache({ backend: new GatedBackend() });
      const limits = { signal: AbortSignal.abort(new RangeError('changed my mind')) };
      for (const call of [
        () => cache.get('k', limits),
        () => cache.set('k', 1, limits),
        () => cache.delete('k', limits),
        () => cache.exists('k', limits),
      ]) {
        await expect(call()).rejects.toThrow('changed my mind');
      }
      expect(cache.stats().errors).toEqual({});
    });
  });
}
