/** What callers share and what they do not: values, types, misses and flights (PITFALLS A1–A4, A6). */
import { describe, expect, test } from 'vitest';
import { generateKey } from '../../../js/config/generate-key.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';

const RICH = {
  at: new Date(1_700_000_000_000),
  map: new Map([['a', 1]]),
  set: new Set([1, 2]),
  big: 2n ** 60n,
  bytes: new Uint8Array([1, 2, 3]),
};

export function sharingSuite(name: string, makeCache: MakeCache): void {
  describe.each([
    ['plaintext', {}],
    ['encrypted', { encryption: { masterKey: generateKey() } }],
  ])(`${name}, %s: what callers share`, (_mode, options) => {
    const open = () => {
      const backend = new GatedBackend();
      return { backend, cache: makeCache({ backend, ...options }) };
    };

    test('A1: nobody can change another caller’s value', async () => {
      const { cache } = open();
      const mine = { list: [1, 2] };
      await cache.set('k', mine);
      mine.list.push(3);
      const first = await cache.get<typeof mine>('k');
      first?.list.push(4);
      expect(await cache.get('k')).toEqual({ list: [1, 2] });
    });

    test('A2: a value has one type, from L1 and from the store', async () => {
      const { cache } = open();
      await cache.set('k', RICH);
      expect(await cache.get('k')).toEqual(RICH);
      expect(await cache.get('k', { skipL1: true })).toEqual(RICH);
      expect(cache.stats().hits).toEqual({ l1: 1, l2: 1 });
    });

    test('A3: a function that finds nothing is asked once', async () => {
      const { cache } = open();
      let asked = 0;
      const find = cache.wrap(
        async (_id: number) => {
          asked++;
          return null;
        },
        { namespace: 'find' },
      );
      expect([await find(1), await find(1), await find(1)]).toEqual([null, null, null]);
      expect(asked).toBe(1);
    });

    test('A4: skipL1 asks the store', async () => {
      const { cache, backend } = open();
      await cache.set('k', 1);
      await cache.get('k');
      expect(backend.calls.get).toBe(0);
      await cache.get('k', { skipL1: true });
      expect(backend.calls.get).toBe(1);
      const wrapped = cache.wrap(async () => 7, { namespace: 'w', skipL1: true });
      await wrapped();
      await wrapped();
      expect(backend.calls.get).toBe(3);
    });

    test('A6: callers of one key share one read and one computation', async () => {
      const { cache, backend } = open();
      await cache.set('k', 'v');
      await cache.invalidate('global');
      const read = await Promise.all(Array.from({ length: 50 }, () => cache.get('k')));
      expect(new Set(read)).toEqual(new Set(['v']));
      expect(backend.calls.get).toBe(1);

      let computed = 0;
      const { promise, resolve } = Promise.withResolvers<void>();
      const slow = cache.wrap(
        async (id: number) => {
          computed++;
          await promise;
          return { id };
        },
        { namespace: 'slow' },
      );
      const waiting = Promise.all(Array.from({ length: 50 }, () => slow(1)));
      resolve();
      expect((await waiting).every((value) => value.id === 1)).toBe(true);
      expect(computed).toBe(1);
    });

    test('A6: a caller leaves a flight alone, the others go on', async () => {
      const { cache, backend } = open();
      await cache.set('k', 'v');
      await cache.invalidate('global');
      const release = backend.hold('get');
      const controller = new AbortController();
      const leaving = cache.get('k', { signal: controller.signal });
      const staying = cache.get('k');
      // Not before both wait for the store.
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort(new RangeError('changed my mind'));
      await expect(leaving).rejects.toThrow('changed my mind');
      release();
      expect(await staying).toBe('v');
      expect(backend.calls.get).toBe(1);
    });

    test('A11: functions of one namespace with different names do not meet', async () => {
      const { cache } = open();
      const one = cache.wrap(async (id: number) => `one ${id}`, { namespace: 'n', name: 'one' });
      const two = cache.wrap(async (id: number) => `two ${id}`, { namespace: 'n', name: 'two' });
      expect([await one(1), await two(1), await one(1)]).toEqual(['one 1', 'two 1', 'one 1']);
    });
  });
}
