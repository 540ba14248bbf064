/** MACs of messages that are not secret, on every core. */
import { describe, expect, test } from 'vitest';
import type { SealerKeys } from '../../js/core/core.ts';
import { errorOf, keyOf, keys, type MakeCore, refusal } from './core-inputs.ts';

const message = new TextEncoder().encode('message');
/** HMAC-SHA256 of "message" under the authentication subkey of 0x01 × 32 and "tenant". */
const KNOWN = '21e66ddf2e1bff48b1fb5502d865581f87dc7aeea3bd8ed7647788ff091e66dd';

const hexOf = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export function coreEventsSuite(name: string, makeCore: MakeCore): void {
  const sealerOf = async (given: Partial<SealerKeys> = {}) =>
    (await makeCore()).createSealer({ ...keys, ...given });

  describe(`event MACs of the ${name} core`, () => {
    test('are HMAC-SHA256 under the authentication subkey', async () => {
      expect(hexOf((await sealerOf()).authenticate(message))).toBe(KNOWN);
    });

    test('are made with the current key and verified with each', async () => {
      const ring = await sealerOf({ previous: [2, 3, 4].map(keyOf) });
      expect(hexOf(ring.authenticate(message))).toBe(KNOWN);
      for (const byte of [1, 2, 3, 4]) {
        const mac = (await sealerOf({ current: keyOf(byte) })).authenticate(message);
        expect(ring.verify(message, mac)).toBe(true);
      }
      const stranger = await sealerOf({ current: keyOf(5) });
      expect(ring.verify(message, stranger.authenticate(message))).toBe(false);
      const otherTenant = await sealerOf({ tenantId: 'other' });
      expect(ring.verify(message, otherTenant.authenticate(message))).toBe(false);
    });

    test('are refused when a bit or the length differs', async () => {
      const sealer = await sealerOf();
      const mac = sealer.authenticate(message);
      for (let bit = 0; bit < 256; bit += 1) {
        const forged = mac.slice();
        forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(sealer.verify(message, forged)).toBe(false);
      }
      for (const size of [0, 31]) expect(sealer.verify(message, mac.slice(0, size))).toBe(false);
      expect(sealer.verify(message, Uint8Array.of(...mac, 0))).toBe(false);
      expect(sealer.verify(message.slice(1), mac)).toBe(false);
    });

    test.each([0, 1, 63, 64, 65, 4096, 1024 * 1024])('take %i bytes', async (size) => {
      const sealer = await sealerOf();
      const long = new Uint8Array(size).fill(7);
      const mac = sealer.authenticate(long);
      expect(mac).toHaveLength(32);
      expect(sealer.verify(long, mac)).toBe(true);
    });

    test("are the receiver's own memory", async () => {
      const sealer = await sealerOf();
      const mac = sealer.authenticate(message);
      sealer.authenticate(new Uint8Array(3));
      expect(hexOf(mac)).toBe(KNOWN);
      expect(mac.buffer.byteLength).toBe(32);
    });

    test('end with dispose', async () => {
      const sealer = await sealerOf();
      const mac = sealer.authenticate(message);
      sealer.dispose();
      const disposed = refusal('ERR_ENCRYPTION', 'kDisposed');
      expect(await errorOf(() => sealer.authenticate(message))).toMatchObject(disposed);
      expect(
        await errorOf(async () => {
          sealer.verify(message, mac);
        }),
      ).toMatchObject(disposed);
    });
  });
}
