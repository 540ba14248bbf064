/** Keyrings, tenants and cache keys, on every core. */
import { describe, expect, test } from 'vitest';
import { CONTAINER_PACKED, CONTAINER_PLAIN, type SealerKeys } from '../../js/core/core.ts';
import { errorOf, keyOf, keys, LIMIT, type MakeCore, refusal, sampleOf } from './core-inputs.ts';

const aadTooLarge = refusal('ERR_CONFIGURATION', 'kAadTooLarge');

/** 65,536 bytes without version, length prefixes, tenant 't', "msgpack" and "False". */
const LONGEST_PLAIN_KEY = 65_536 - 1 - 4 * 4 - 1 - 7 - 5;

const BAD_KEYS: readonly (readonly [string, Partial<SealerKeys>, string])[] = [
  ['no key bytes', { current: new Uint8Array() }, 'kInvalidKeyLength'],
  ['31 bytes', { current: new Uint8Array(31) }, 'kInvalidKeyLength'],
  ['33 bytes', { current: new Uint8Array(33) }, 'kInvalidKeyLength'],
  ['a short previous key', { previous: [new Uint8Array(16)] }, 'kInvalidKeyLength'],
  ['four previous keys', { previous: [2, 3, 4, 5].map(keyOf) }, 'kTooManyKeys'],
  ['a thousand previous keys', { previous: Array(1000).fill(keyOf(2)) }, 'kTooManyKeys'],
  ['a previous key twice', { previous: [keyOf(2), keyOf(2)] }, 'kDuplicateKey'],
  ['the current key among the previous', { previous: [keyOf(2), keyOf(1)] }, 'kDuplicateKey'],
  ['an empty tenant', { tenantId: '' }, 'kInvalidTenant'],
  ['a tenant of 1025 bytes', { tenantId: 't'.repeat(1025) }, 'kInvalidTenant'],
  [
    'a tenant of 1025 bytes in 342 characters',
    { tenantId: `${'€'.repeat(341)}tt` },
    'kInvalidTenant',
  ],
  ['a tenant of a million characters', { tenantId: 't'.repeat(1_000_000) }, 'kInvalidTenant'],
];

export function coreKeysSuite(name: string, makeCore: MakeCore): void {
  const sealerOf = async (given: Partial<SealerKeys> = {}) =>
    (await makeCore()).createSealer({ ...keys, ...given });

  describe(`keys of the ${name} core`, () => {
    test('opens with each key of the ring and counts which', async () => {
      const previous = [2, 3, 4].map(keyOf);
      const ring = await sealerOf({ previous });
      expect(ring.keyringEntryCount).toBe(4);
      expect(ring.opensByKey).toEqual([0, 0, 0, 0]);
      for (const [index, current] of [keyOf(1), ...previous].entries()) {
        const writer = await sealerOf({ current });
        const blob = await writer.seal(sampleOf(50), 'key', CONTAINER_PLAIN);
        for (let i = 0; i <= index; i += 1) {
          expect(await ring.open(blob, 'key', CONTAINER_PLAIN, LIMIT)).toEqual(sampleOf(50));
        }
      }
      expect(ring.opensByKey).toEqual([1, 2, 3, 4]);
      const blob = await ring.seal(sampleOf(50), 'key', CONTAINER_PLAIN);
      expect(await (await sealerOf()).open(blob, 'key', CONTAINER_PLAIN, LIMIT)).toHaveLength(50);
    });

    test('has read an entry when open returns, whichever key it needs', async () => {
      const ring = await sealerOf({ previous: [keyOf(2), keyOf(3)] });
      for (const current of [keyOf(1), keyOf(2), keyOf(3)]) {
        const writer = await sealerOf({ current });
        const blob = await writer.seal(sampleOf(50), 'key', CONTAINER_PLAIN);
        const opening = ring.open(blob, 'key', CONTAINER_PLAIN, LIMIT);
        blob.fill(0);
        expect(await opening).toEqual(sampleOf(50));
      }
    });

    test('counts no entry that does not open', async () => {
      const ring = await sealerOf({ previous: [keyOf(2)] });
      const opening = () => ring.open(new Uint8Array(40), 'key', CONTAINER_PLAIN, LIMIT);
      expect(await errorOf(opening)).toMatchObject({ reason: 'kAuthenticationFailed' });
      expect(ring.opensByKey).toEqual([0, 0]);
    });

    test('names the current key by tenant', async () => {
      const { fingerprint } = await sealerOf();
      expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
      expect((await sealerOf({ previous: [keyOf(2)] })).fingerprint).toBe(fingerprint);
      expect((await sealerOf({ tenantId: 'other' })).fingerprint).not.toBe(fingerprint);
      expect((await sealerOf({ current: keyOf(2) })).fingerprint).not.toBe(fingerprint);
    });

    test('has read the keys when createSealer returns', async () => {
      const current = keyOf(1);
      const previous = keyOf(2);
      const pending = (await makeCore()).createSealer({ ...keys, current, previous: [previous] });
      current.fill(0);
      previous.fill(0);
      expect((await pending).fingerprint).toBe((await sealerOf()).fingerprint);
    });

    test.each(BAD_KEYS)('refuses %s', async (_, given, reason) => {
      expect(await errorOf(() => sealerOf(given))).toMatchObject(
        refusal('ERR_CONFIGURATION', reason),
      );
    });

    test('takes a tenant of 1024 bytes', async () => {
      const sealer = await sealerOf({ tenantId: `${'€'.repeat(341)}t` });
      const blob = await sealer.seal(sampleOf(3), 'key', CONTAINER_PLAIN);
      expect(await sealer.open(blob, 'key', CONTAINER_PLAIN, LIMIT)).toEqual(sampleOf(3));
    });

    test('takes cache keys up to the limit of the AAD, and spends no nonce on longer ones', async () => {
      const sealer = await sealerOf({ tenantId: 't' });
      const longest = 'k'.repeat(LONGEST_PLAIN_KEY);
      const blob = await sealer.seal(sampleOf(3), longest, CONTAINER_PLAIN);
      expect(await sealer.open(blob, longest, CONTAINER_PLAIN, LIMIT)).toEqual(sampleOf(3));
      // "True" is a byte shorter than "False".
      await sealer.seal(sampleOf(3), `${longest}k`, CONTAINER_PACKED);
      const spent = sealer.nonceCounter;
      for (const key of [
        `${longest}k`,
        `${longest.slice(1)}é`,
        'k'.repeat(70_000),
        '€'.repeat(9e6),
      ]) {
        for (const use of [
          () => sealer.seal(sampleOf(3), key, CONTAINER_PLAIN),
          () => sealer.open(blob, key, CONTAINER_PLAIN, LIMIT),
        ]) {
          expect(await errorOf(use)).toMatchObject(aadTooLarge);
        }
      }
      expect(sealer.nonceCounter).toBe(spent);
    });

    // Around the sizes where a binding changes from one buffer to another.
    test.each([1, 1019, 1020, 1021, 1022, 1023, 1024, 1025, 4096])(
      'tells keys of %i bytes apart by their last byte',
      async (size) => {
        const sealer = await sealerOf();
        for (const end of ['k', 'é', '€', '😀']) {
          const fill = size - new TextEncoder().encode(end).length;
          if (fill < 0) continue;
          const key = 'k'.repeat(fill) + end;
          const blob = await sealer.seal(sampleOf(3), key, CONTAINER_PLAIN);
          expect(await sealer.open(blob, key, CONTAINER_PLAIN, LIMIT)).toEqual(sampleOf(3));
          for (const other of [`${key}k`, `${key}\0`, 'k'.repeat(fill), `${'k'.repeat(fill)}漢`]) {
            const opening = () => sealer.open(blob, other, CONTAINER_PLAIN, LIMIT);
            expect(await errorOf(opening)).toMatchObject({ reason: 'kAuthenticationFailed' });
          }
        }
      },
    );
  });
}
