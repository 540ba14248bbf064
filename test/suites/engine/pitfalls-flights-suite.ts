/** Work that callers share, and work that never ends (PITFALLS A1; B25). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { generateKey } from '../../../js/config/generate-key.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';

const never = () => new Promise<never>(() => {});
const soon = (value: unknown) => new Promise((resolve) => setTimeout(resolve, 5, value));

export function pitfallsFlightsSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: work that was torn down with its request`, () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    // Without a core, whose loading no fake timer drives.
    const open = () => {
      const backend = new GatedBackend();
      return { backend, cache: makeCache({ backend, compression: false }) };
    };

    test.each([
      ['reads', 10_000],
      ['computations', 60_000],
    ])('B25: of %s holds others for %s ms and no longer', async (what, lifetime) => {
      const { backend, cache } = open();
      let begun = 0;
      const first = (): unknown => (++begun === 1 ? never() : soon('alive'));
      if (what === 'reads') {
        await backend.set('k', Uint8Array.of(0xa5, 0x61, 0x6c, 0x69, 0x76, 0x65));
        vi.spyOn(backend, 'get').mockImplementation(async (key) => {
          await first();
          return await backend.store.get(key);
        });
      }
      const ask = () => (what === 'reads' ? cache.get('k') : cache.getOrSet('k', first));
      const outcomes: unknown[] = [];
      for (let i = 0; i < 3; i++) void ask().then((value) => outcomes.push(value));
      await vi.advanceTimersByTimeAsync(lifetime - 1);
      expect([begun, outcomes]).toEqual([1, []]);
      await vi.advanceTimersByTimeAsync(6);
      // Those on board share the next one; the first caller is gone with its request.
      expect([begun, outcomes]).toEqual([2, ['alive', 'alive']]);
      expect(vi.getTimerCount()).toBe(0);
    });

    test('B25: who asks after its time begins anew at once', async () => {
      const { backend, cache } = open();
      const look = vi.spyOn(backend, 'get').mockImplementationOnce(never);
      void cache.get('k');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await cache.get('k')).toBeNull();
      expect(look).toHaveBeenCalledTimes(2);
    });

    test('B25: nothing begins anew for callers that have left', async () => {
      const { backend, cache } = open();
      const look = vi.spyOn(backend, 'get').mockImplementation(never);
      void cache.get('k');
      const leaving = cache.get('k', { timeout: 1_000 });
      const left = expect(leaving).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
      await vi.advanceTimersByTimeAsync(60_000);
      await left;
      expect(look).toHaveBeenCalledTimes(1);
    });

    test('B25: an outcome in time leaves no timer behind', async () => {
      const { backend, cache } = open();
      const release = backend.hold('get');
      const joined = [cache.get('k'), cache.get('k'), cache.get('k')];
      release();
      expect(await Promise.all(joined)).toEqual([null, null, null]);
      await vi.advanceTimersByTimeAsync(0);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
  describe.each([
    ['plaintext', {}],
    ['plaintext, shared L1', { l1: { isolation: 'shared' } }],
    ['encrypted', { encryption: { masterKey: generateKey() } }],
  ] as const)(`${name}, %s: callers of one flight`, (_mode, options) => {
    captureLog();
    const open = () => makeCache({ backend: new GatedBackend(), ...options });
    type Value = { list: number[] };

    async function eachItsOwn(ask: () => Promise<Value | null>): Promise<void> {
      const values = await Promise.all([ask(), ask(), ask()]);
      for (const value of values) value?.list.push(9);
      for (const value of values) expect(value).toEqual({ list: [1, 9] });
    }

    test('A1: each get has a value of its own', async () => {
      const cache = open();
      await cache.set('k', { list: [1] });
      await cache.invalidate('global');
      await eachItsOwn(() => cache.get<Value>('k'));
      await eachItsOwn(() => cache.get<Value>('k', { skipL1: true }));
    });

    test('A1: each caller of a computation has, found or computed', async () => {
      const cache = open();
      let runs = 0;
      const load = cache.wrap(async () => ({ list: [++runs] }), { namespace: 'n' });
      await eachItsOwn(load);
      await cache.invalidate('global');
      await eachItsOwn(load);
      expect(runs).toBe(1);
    });

    test('who computed it gets the very value, all others what a hit would give', async () => {
      const cache = open();
      const made = { list: [1], bytes: new Uint8Array(2), none: undefined };
      const ask = () => cache.getOrSet('k', async () => made);
      const [first, second] = await Promise.all([ask(), ask()]);
      expect(first).toBe(made);
      expect(second).toStrictEqual({ list: [1], bytes: new Uint8Array(2), none: null });
    });

    test('a value that cannot be stored is one for all', async () => {
      const cache = open();
      const made = () => 1;
      const ask = () => cache.getOrSet('k', async () => made);
      expect(await Promise.all([ask(), ask()])).toEqual([made, made]);
    });

    test('a computation that fails rejects for all, once', async () => {
      const cache = open();
      let runs = 0;
      const ask = () =>
        cache.getOrSet('k', async () => {
          runs++;
          throw new RangeError('no');
        });
      const outcomes = await Promise.allSettled([ask(), ask(), ask()]);
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
      expect(runs).toBe(1);
    });
  });
}
