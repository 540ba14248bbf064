/** What is special about sealing through WebCrypto: order, concurrency, foreign failures. */
import { describe, expect, test } from 'vitest';
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN, type SealerKeys } from '../../js/core/core.ts';
import { WasmCore } from '../../js/core/wasm-core.ts';
import type { WasmModule } from '../../js/core/wasm-module.ts';
import { platformWebCrypto, type WebCrypto } from '../../js/core/webcrypto.ts';
import { EncryptionError } from '../../js/errors.ts';

const LIMIT = 20_000_000;
const keys: SealerKeys = {
  current: new Uint8Array(32).fill(1),
  previous: [new Uint8Array(32).fill(2)],
  tenantId: 'tenant',
};

export function wasmSealerSuite(platform: string, makeModule: () => Promise<WasmModule>): void {
  const real = platformWebCrypto();
  const sealerWith = async (fault: Partial<WebCrypto> = {}, given = keys) => {
    const webCrypto: WebCrypto = {
      importKey: (...args) => real.importKey(...args),
      encrypt: (...args) => real.encrypt(...args),
      decrypt: (...args) => real.decrypt(...args),
      ...fault,
    };
    return new WasmCore(await makeModule(), webCrypto).createSealer(given);
  };

  describe(`WasmSealer in ${platform}`, () => {
    test('reads the value and spends the nonce in the call', async () => {
      const sealer = await sealerWith();
      for (const container of [CONTAINER_PLAIN, CONTAINER_ENVELOPE] as const) {
        const before = sealer.nonceCounter;
        const value = new Uint8Array(1000).fill(4);
        const pending = sealer.seal(value, 'key', container);
        expect(sealer.nonceCounter).toBe(before + 1);
        value.fill(9);
        const opened = await sealer.open(await pending, 'key', container, LIMIT);
        expect(opened).toEqual(new Uint8Array(1000).fill(4));
      }
    });

    test('reads the keys in the call', async () => {
      const given = { ...keys, current: new Uint8Array(32).fill(1) };
      const core = new WasmCore(await makeModule());
      const pending = core.createSealer(given);
      given.current.fill(0);
      expect((await pending).fingerprint).toBe((await sealerWith()).fingerprint);
    });

    test('keeps concurrent operations apart, also while memory grows', async () => {
      const sealer = await sealerWith();
      const values = [10, 200_000, 0, 9_000_000, 70_000, 1].map((size, i) =>
        new Uint8Array(size).map((_, at) => (at * (i + 3)) >> 3),
      );
      const sealed = await Promise.all(
        values.map((value, i) => sealer.seal(value, `key ${i}`, CONTAINER_ENVELOPE)),
      );
      const opened = await Promise.all(
        sealed.map((blob, i) => sealer.open(blob, `key ${i}`, CONTAINER_ENVELOPE, LIMIT)),
      );
      for (const [i, value] of values.entries()) {
        expect(opened[i]?.length).toBe(value.length);
        expect(opened[i]?.every((byte, at) => byte === value[at])).toBe(true);
      }
    });

    test('advances to older keys under the same AAD and counts which one opened', async () => {
      const older = await sealerWith(
        {},
        { ...keys, current: keys.previous[0] ?? keys.current, previous: [] },
      );
      const blob = await older.seal(Uint8Array.of(1, 2, 3), 'key', CONTAINER_ENVELOPE);
      const aads: string[] = [];
      const sealer = await sealerWith({
        decrypt: (parameters, key, data) => {
          aads.push(parameters.additionalData.join());
          return real.decrypt(parameters, key, data);
        },
      });
      // The other open overwrites linear memory between the first and the second try.
      const [opened] = await Promise.all([
        sealer.open(blob, 'key', CONTAINER_ENVELOPE, LIMIT),
        Promise.resolve(sealer.open(blob, 'another key', CONTAINER_ENVELOPE, LIMIT)).catch(
          () => null,
        ),
      ]);
      expect(opened).toEqual(Uint8Array.of(1, 2, 3));
      expect(sealer.opensByKey).toEqual([0, 1]);
      expect(aads).toHaveLength(4);
      expect(new Set(aads).size).toBe(2);
    });

    test('takes only an authentication failure for a reason to try the next key', async () => {
      let tries = 0;
      const sealer = await sealerWith({
        decrypt: () => {
          tries += 1;
          return Promise.reject(new TypeError('broken'));
        },
      });
      const opening = sealer.open(new Uint8Array(40), 'key', CONTAINER_PLAIN, LIMIT);
      await expect(opening).rejects.toBeInstanceOf(EncryptionError);
      expect(tries).toBe(1);
    });

    test('takes no ciphertext of another length for a sealed value', async () => {
      const sealer = await sealerWith({ encrypt: async () => new ArrayBuffer(18) });
      await expect(sealer.seal(Uint8Array.of(1), 'key', CONTAINER_PLAIN)).rejects.toThrow(
        /another length/,
      );
    });

    const thrown: readonly (readonly [string, unknown, boolean])[] = [
      ['an Error', new Error('engine'), true],
      ['a DOMException', new DOMException('engine', 'InvalidAccessError'), true],
      ['bytes', new Uint8Array([1]), false],
      ['undefined', undefined, false],
    ];
    test.each(thrown)('wraps %s that WebCrypto throws or rejects with', async (_, reason, kept) => {
      for (const fail of [raise(reason), () => Promise.reject(reason)]) {
        const sealer = await sealerWith({ encrypt: fail, decrypt: fail });
        for (const work of [
          sealer.seal(new Uint8Array(5), 'key', CONTAINER_PLAIN),
          sealer.open(new Uint8Array(40), 'key', CONTAINER_PLAIN, LIMIT),
        ]) {
          const error: unknown = await Promise.resolve(work).catch((caught: unknown) => caught);
          expect(error).toBeInstanceOf(EncryptionError);
          expect(error instanceof Error && error.cause).toBe(kept ? reason : undefined);
        }
      }
    });

    test('refuses everything after dispose, an open under way included', async () => {
      const sealer = await sealerWith();
      const blob = await sealer.seal(new Uint8Array(5), 'key', CONTAINER_ENVELOPE);
      const opening = sealer.open(blob, 'key', CONTAINER_ENVELOPE, LIMIT);
      sealer.dispose();
      sealer.dispose();
      const disposed = { reason: 'kDisposed', code: 'ERR_ENCRYPTION' };
      await expect(opening).rejects.toMatchObject(disposed);
      await expect(sealer.seal(blob, 'key', CONTAINER_PLAIN)).rejects.toMatchObject(disposed);
      await expect(sealer.open(blob, 'key', CONTAINER_PLAIN, 9)).rejects.toMatchObject(disposed);
      expect(() => sealer.nonceCounter).toThrow(expect.objectContaining(disposed));
    });

    test('refuses limits that are no natural numbers', async () => {
      const sealer = await sealerWith();
      for (const limit of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY]) {
        const opening = sealer.open(new Uint8Array(40), 'key', CONTAINER_PLAIN, limit);
        await expect(opening).rejects.toMatchObject({ reason: 'kInvalidArgument' });
      }
    });
  });
}

function raise(reason: unknown): () => never {
  return () => {
    throw reason;
  };
}
