/** What stays behind in linear memory: no key and no plaintext, on any way out. */
import { describe, expect, test } from 'vitest';
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN, type SealerKeys } from '../../js/core/core.ts';
import { WasmCore } from '../../js/core/wasm-core.ts';
import type { WasmModule } from '../../js/core/wasm-module.ts';
import { platformWebCrypto, type WebCrypto } from '../../js/core/webcrypto.ts';
import { wasmHooks } from '../protocol/wasm-target.ts';

const LIMIT = 1_000_000;

/** 32 bytes that occur nowhere by chance. */
const secret = (seed: number) =>
  Uint8Array.from({ length: 32 }, (_, i) => (seed * 31 + i * 97) & 255);

const keys: SealerKeys = { current: secret(1), previous: [secret(2)], tenantId: 'tenant' };

export function wasmSecretsSuite(platform: string, makeModule: () => Promise<WasmModule>): void {
  const platformCrypto = platformWebCrypto();

  describe(`linear memory in ${platform}`, () => {
    test('holds what is looked for while the core works on it', async () => {
      const module = await makeModule();
      const { deriveKey } = wasmHooks(await makeModule());
      const derived = deriveKey(keys.current, 'encryption', keys.tenantId);
      const seen: boolean[] = [];
      const core = new WasmCore(module, {
        ...bound(platformCrypto),
        importKey: (...given) => {
          seen.push(contains(module.HEAPU8, derived), contains(module.HEAPU8, keys.current));
          return platformCrypto.importKey(...given);
        },
        encrypt: (parameters, key, data) => {
          seen.push(contains(module.HEAPU8, secret(3)));
          return platformCrypto.encrypt(parameters, key, data);
        },
      });
      const sealer = await core.createSealer(keys);
      await sealer.seal(secret(3), 'key', CONTAINER_ENVELOPE);
      // At each of two imports the derived key, the master key gone already; then the plaintext.
      expect(seen).toEqual([true, false, true, false, true]);
    });

    test('has lost master and derived keys when createSealer has returned', async () => {
      const module = await makeModule();
      const pending = new WasmCore(module).createSealer(keys);
      expect(await keysIn(module, makeModule)).toEqual([]);
      await pending;
    });

    test.each<[string, Partial<WebCrypto>]>([
      ['throws', { importKey: throwing }],
      ['rejects', { importKey: () => Promise.reject(new Error('no')) }],
    ])('has lost all keys when importKey %s', async (_, fault) => {
      const module = await makeModule();
      const core = new WasmCore(module, { ...bound(platformCrypto), ...fault });
      await expect(core.createSealer(keys)).rejects.toMatchObject({ code: 'ERR_ENCRYPTION' });
      expect(await keysIn(module, makeModule)).toEqual([]);
    });

    test('holds no subkey but the one for event MACs, and that one until dispose', async () => {
      const module = await makeModule();
      const sealer = await new WasmCore(module).createSealer(keys);
      const { deriveKey } = wasmHooks(await makeModule());
      const holds = (domain: string) =>
        contains(module.HEAPU8, deriveKey(keys.current, domain, 'tenant'));
      expect(['encryption', 'authentication', 'cache_keys'].filter(holds)).toEqual([
        'authentication',
      ]);
      sealer.dispose();
      expect(holds('authentication')).toBe(false);
    });

    test.each([CONTAINER_PLAIN, CONTAINER_ENVELOPE] as const)(
      'keeps no plaintext of a seal or an open (container %i)',
      async (container) => {
        const module = await makeModule();
        const sealer = await new WasmCore(module).createSealer(keys);
        const pending = sealer.seal(secret(3), 'key', container);
        expect(contains(module.HEAPU8, secret(3))).toBe(false);
        expect(await sealer.open(await pending, 'key', container, LIMIT)).toEqual(secret(3));
        expect(contains(module.HEAPU8, secret(3))).toBe(false);
      },
    );

    test('keeps no plaintext of a seal that fails', async () => {
      const module = await makeModule();
      const core = new WasmCore(module, { ...bound(platformCrypto), encrypt: throwing });
      const sealer = await core.createSealer(keys);
      await expect(sealer.seal(secret(3), 'key', CONTAINER_ENVELOPE)).rejects.toThrow();
      expect(contains(module.HEAPU8, secret(3))).toBe(false);
    });

    test('keeps nothing of pack and unpack', async () => {
      const module = await makeModule();
      const core = new WasmCore(module);
      expect(core.unpack(core.pack(secret(3)), LIMIT)).toEqual(secret(3));
      expect(contains(module.HEAPU8, secret(3))).toBe(false);
    });
  });
}

/** Names of the keys that still lie in the memory. */
async function keysIn(
  module: WasmModule,
  makeModule: () => Promise<WasmModule>,
): Promise<readonly string[]> {
  const { deriveKey } = wasmHooks(await makeModule());
  const wanted: readonly (readonly [string, Uint8Array])[] = [
    ['current', keys.current],
    ['previous', keys.previous[0] ?? new Uint8Array()],
    ['derived', deriveKey(keys.current, 'encryption', keys.tenantId)],
    ['derived previous', deriveKey(keys.previous[0] ?? new Uint8Array(), 'encryption', 'tenant')],
  ];
  return wanted.filter(([, bytes]) => contains(module.HEAPU8, bytes)).map(([name]) => name);
}

/** Looks for any 16 bytes in a row out of `needle`: half a key is a find, too. */
function contains(haystack: Uint8Array, needle: Uint8Array): boolean {
  for (const part of [needle.subarray(0, 16), needle.subarray(16)]) {
    const [first = 0] = part;
    for (let at = haystack.indexOf(first); at >= 0; at = haystack.indexOf(first, at + 1)) {
      if (part.every((byte, i) => haystack[at + i] === byte)) return true;
    }
  }
  return false;
}

function throwing(): never {
  throw new Error('no');
}

/** The platform's methods, callable as members of another object. */
function bound(webCrypto: WebCrypto): WebCrypto {
  return {
    importKey: (...given) => webCrypto.importKey(...given),
    encrypt: (...given) => webCrypto.encrypt(...given),
    decrypt: (...given) => webCrypto.decrypt(...given),
  };
}
