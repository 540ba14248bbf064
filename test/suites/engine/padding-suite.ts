/** The lengths that a store sees of padded entries, on every core. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EncryptionConfig } from '../../../js/api.ts';
import { pad, paddedSize, unpadded } from '../../../js/cache/padding.ts';
import { ConfigurationError, SerializationError } from '../../../js/errors.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';
import { KEY } from './option-observers.ts';

/** Nonce and tag. */
const SEAL = 28;

export function paddingSuite(makeCache: MakeCache): void {
  const padded = (
    padding: NonNullable<EncryptionConfig['padding']>,
    backend = new GatedBackend(),
  ) => ({
    backend,
    cache: makeCache({ backend, compression: false, encryption: { masterKey: KEY, padding } }),
  });

  describe('padding', () => {
    test.each([16, 64, 1000])('to multiples of %i bytes is all that lengths show', async (step) => {
      const { backend, cache } = padded(step);
      for (const size of [0, 1, 13, 14, 15, 16, 62, 63, 999, 5000]) {
        await cache.set('k', 'x'.repeat(size));
        const stored = (await backend.store.get('k'))?.length ?? 0;
        expect((stored - SEAL) % step, `${size}`).toBe(0);
        // From L1 and from the store.
        expect(await cache.get('k')).toBe('x'.repeat(size));
        expect(await cache.get('k', { skipL1: true })).toBe('x'.repeat(size));
      }
    });

    test('by Padmé adds at most 12 %, and leaves few lengths', () => {
      const lengths = new Set<number>();
      for (let size = 1; size < 65_536; size++) {
        const length = paddedSize(size, 'padme');
        expect(length).toBeGreaterThan(size);
        expect(length).toBeLessThanOrEqual((size + 1) * 1.12);
        lengths.add(length);
      }
      expect(lengths.size).toBeLessThan(180);
    });

    test('comes off whatever the bytes end in', () => {
      const endings = fc.array(fc.constantFrom(0, 0x80, 1), { maxLength: 40 });
      const rules = fc.oneof(fc.constant<'padme'>('padme'), fc.integer({ min: 16, max: 64 }));
      fc.assert(
        fc.property(endings, rules, (given, rule) => {
          const bytes = new Uint8Array(paddedSize(given.length, rule)).fill(0xff);
          bytes.set(given);
          pad(bytes, given.length);
          expect([...unpadded(bytes)]).toEqual(given);
        }),
      );
    });

    test.each([
      ['nothing', []],
      ['zeros alone', [0, 0]],
      ['bytes without it', [1, 2, 3]],
    ])('is asked for: %s', (_name, bytes) => {
      expect(() => unpadded(Uint8Array.from(bytes))).toThrow(SerializationError);
    });

    test('keeps entries apart from those without', async () => {
      const { backend, cache } = padded(64);
      const bare = makeCache({ backend, compression: false, encryption: { masterKey: KEY } });
      await cache.set('k', { a: 1 });
      expect(await bare.get('k')).toBeNull();
      await bare.set('k', { a: 1 });
      expect(await cache.get('k', { skipL1: true })).toBeNull();
    });

    test.each([15, 1024 * 1024 + 1, 16.5, '64', 'pkcs7', null, Number.NaN])(
      'of %j is refused',
      (padding) => {
        const encryption = { masterKey: KEY, padding };
        const options = { backend: new GatedBackend(), compression: false, encryption };
        expect(() => Reflect.apply(makeCache, undefined, [options])).toThrow(ConfigurationError);
      },
    );

    test('is refused where the length of compressed text would tell more', () => {
      const encryption = { masterKey: KEY, padding: 64 };
      const make = () => makeCache({ backend: new GatedBackend(), encryption });
      expect(make).toThrow(/compression: false/);
    });

    test('is refused where other SDKs read the entries', () => {
      const { cache } = padded(64);
      const options = { namespace: 'n', interop: 'op', interopArity: 0 } as const;
      expect(() => cache.wrap(() => 1, options)).toThrow(/encryption.padding/);
    });
  });
}
