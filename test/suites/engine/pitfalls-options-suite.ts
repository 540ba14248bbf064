/** Every option does what it says, and is refused where it cannot (PITFALLS B42, B50, B52, B60). */
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';
import { CALL_EFFECTS, type CallEffect } from './option-call-effects.ts';
import { CACHE_EFFECTS } from './option-effects.ts';
import type { Effect } from './option-observers.ts';

/** The options that are taken somewhere, as the refusal of another one lists them. */
async function optionsOf(refusal: () => unknown): Promise<string[]> {
  const error = await new Promise((resolve) => resolve(refusal())).catch((reason) => reason);
  const listed = /does not take the option "zzz"; it takes (.+)$/.exec(String(error))?.[1];
  if (listed === undefined) throw new Error(`no list of options: ${String(error)}`);
  return listed.split(', ').sort();
}

export function pitfallsOptionsSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: options`, () => {
    captureLog();
    const make = (options: object) => {
      const backend = new GatedBackend();
      return Reflect.apply(makeCache, undefined, [{ backend, ...options }]);
    };

    test.each(Object.entries(CACHE_EFFECTS))(
      'B52: createCache takes no option of %s that does nothing',
      async (group, effects: Readonly<Record<string, Effect>>) => {
        const refusal = () => make(group === 'createCache' ? { zzz: 1 } : { [group]: { zzz: 1 } });
        expect(Object.keys(effects).sort()).toEqual(await optionsOf(refusal));
      },
    );

    const rows = Object.entries(CACHE_EFFECTS).flatMap(([group, effects]) =>
      Object.entries(effects).map(([option, effect]): [string, string, Effect] => [
        group,
        option,
        effect,
      ]),
    );
    test.each(rows)('B52: %s: %s makes a difference', async (group, option, effect) => {
      const { one, other, base = {}, observe } = effect;
      const seen = (value: unknown) => {
        const given = { ...base, ...(value === undefined ? {} : { [option]: value }) };
        return observe(makeCache, group === 'createCache' ? given : { [group]: given });
      };
      const [first, second] = [await seen(one), await seen(other)];
      expect(first).not.toEqual(second);
      // It is the option that makes the difference, not chance.
      expect(await seen(one)).toEqual(first);
      expect(await seen(other)).toEqual(second);
    });

    test.each(Object.entries(CALL_EFFECTS))(
      'B50, B52: %s takes no option that does nothing',
      async (call, { options, refuse }) => {
        const cache = makeCache({ backend: new GatedBackend() });
        expect(Object.keys(options).sort()).toEqual(await optionsOf(() => refuse(cache, 'zzz')));
        for (const given of [
          Object.create({ zzz: 1 }),
          Object.defineProperty({}, 'zzz', { value: 1, enumerable: false }),
          Object.defineProperty({}, 'zzz', { get: () => 1 }),
        ]) {
          await expect(
            (async () => refuse(cache, given))(),
            `${call} with a hidden option`,
          ).rejects.toThrow(ConfigurationError);
        }
      },
    );

    const calls = Object.entries(CALL_EFFECTS).flatMap(([call, { options }]) =>
      Object.entries(options).map(([option, effect]): [string, string, CallEffect] => [
        call,
        option,
        effect,
      ]),
    );
    test.each(calls)('B52: %s: %s makes a difference', async (_call, _option, effect) => {
      const { one, other, observe } = effect;
      expect(await observe(makeCache, one)).not.toEqual(await observe(makeCache, other));
    });

    test('B42: every number is checked when the cache is made, whatever it is', () => {
      const backend = new GatedBackend();
      const metrics = { timed: false };
      for (const wrong of [
        { defaultTtl: Number.NaN },
        { negativeTtl: Number.NaN },
        { ttlJitter: Number.NaN },
        { serializer: { maxEncodedSize: Number.NaN } },
        { serializer: { maxDepth: Number.POSITIVE_INFINITY } },
        { l1: { maxMemory: Number.NaN } },
        { l1: { maxEntries: Number.POSITIVE_INFINITY } },
        { reliability: { retry: { deadline: Number.NaN } } },
        { reliability: { circuitBreaker: { timeout: Number.NaN } } },
        { encryption: { masterKey: 'short' } },
        { keyFormat: 'other' },
        { metrics },
        { tracing: 1 },
      ]) {
        expect(() => make({ backend, ...wrong })).toThrow(ConfigurationError);
      }
      expect(backend.calls).toEqual({ get: 0, set: 0, delete: 0, exists: 0 });
    });
  });
}
