/** The native core against node:crypto, and at the end of its nonces. */
import { describe, expect, test } from 'vitest';
import { CONTAINER_ENVELOPE, CONTAINER_PACKED, CONTAINER_PLAIN } from '../../../js/core/core.ts';
import { NativeCore } from '../../../js/core/native-core.ts';
import { NonceExhaustedError } from '../../../js/errors.ts';
import { loadAddon, loadHookedAddon } from '../../helpers/native-hooks.ts';
import { nativeTarget } from '../../protocol/native-target.ts';
import { open, seal } from '../../reference/sealer.ts';
import { errorOf, keys, LIMIT, sameBytes, sampleOf } from '../../suites/core-inputs.ts';

const SIZES = [0, 1, 15, 16, 17, 27, 1000, 64 * 1024, 1024 * 1024];

describe('the native core and node:crypto', () => {
  const sealer = new NativeCore(loadAddon()).createSealer(keys);

  test.each([
    [CONTAINER_PLAIN, 'plain'],
    [CONTAINER_PACKED, 'packed'],
  ] as const)('give the same bytes for the nonce in the blob (container %i)', (number, name) => {
    for (const size of SIZES) {
      const blob = sealer.seal(sampleOf(size), 'key', number);
      const expected = seal(keys, blob.slice(0, 12), sampleOf(size), 'key', name);
      expect(sameBytes(blob, expected)).toBe(true);
    }
  });

  test('open what the other packed and sealed', () => {
    for (const size of SIZES) {
      const value = sampleOf(size);
      const ours = sealer.seal(value, 'key', CONTAINER_ENVELOPE);
      expect(sameBytes(open(keys, ours, 'key', 'envelope', LIMIT).value, value)).toBe(true);
      const nonce = new Uint8Array(12).fill(size & 255);
      const theirs = seal(keys, nonce, value, 'key', 'envelope');
      expect(sameBytes(sealer.open(theirs, 'key', CONTAINER_ENVELOPE, LIMIT), value)).toBe(true);
    }
  });
});

test('A25: the native core seals with its last nonce, and then refuses', async () => {
  const { core, hooks } = nativeTarget(loadHookedAddon());
  const sealWith = (counter: number) => {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(8, counter);
    return hooks.sealWithNonce(keys, nonce, sampleOf(9), 'key', CONTAINER_PLAIN);
  };
  const last = await sealWith(0xffff_fffe);
  const error = await errorOf(() => sealWith(0xffff_ffff));
  expect(error).toBeInstanceOf(NonceExhaustedError);
  expect(error).toMatchObject({ code: 'ERR_NONCE_EXHAUSTED', reason: 'kNonceExhausted' });
  const sealer = await core.createSealer(keys);
  expect(await sealer.open(last, 'key', CONTAINER_PLAIN, LIMIT)).toEqual(sampleOf(9));
});
