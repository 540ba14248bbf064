/** What the WebAssembly core gives back after each call: input, WebCrypto's plaintext, C++ objects. */
import { describe, expect, test, vi } from 'vitest';
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN } from '../../../js/core/core.ts';
import { WasmCore } from '../../../js/core/wasm-core.ts';
import { loadWasmModule } from '../../../js/core/wasm-loader-node.ts';
import { platformWebCrypto, type WebCrypto } from '../../../js/core/webcrypto.ts';

const LIMIT = 10_000;
const MARK = 'nobody else writes this text';
const keys = { current: new Uint8Array(32).fill(9), previous: [], tenantId: 'tenant' };
const bytes = (text: string) => new TextEncoder().encode(text);

async function open(fault: Partial<WebCrypto> = {}) {
  const real = platformWebCrypto();
  const module = await loadWasmModule('sealcache');
  const webCrypto: WebCrypto = {
    importKey: (...given) => real.importKey(...given),
    encrypt: (...given) => real.encrypt(...given),
    decrypt: (...given) => real.decrypt(...given),
    ...fault,
  };
  const holds = (text: string) => Buffer.from(module.HEAPU8).includes(text);
  return { module, core: new WasmCore(module, webCrypto), holds };
}

describe('the WebAssembly core', () => {
  test('keeps no message of a MAC', async () => {
    const { core, holds } = await open();
    const sealer = await core.createSealer(keys);
    const mac = sealer.authenticate(bytes(MARK));
    expect(holds(MARK)).toBe(false);
    expect(sealer.verify(bytes(MARK), mac)).toBe(true);
    expect(holds(MARK)).toBe(false);
  });

  test.each([
    ['wiped where it is unpacked', CONTAINER_ENVELOPE, true],
    ['the caller’s where it is the value', CONTAINER_PLAIN, false],
  ] as const)('WebCrypto’s plaintext is %s', async (_what, container, wiped) => {
    const given: ArrayBuffer[] = [];
    const { core } = await open({
      decrypt: async (...call) => {
        const plaintext = await platformWebCrypto().decrypt(...call);
        given.push(plaintext);
        return plaintext;
      },
    });
    const sealer = await core.createSealer(keys);
    const sealed = await sealer.seal(bytes(MARK), 'key', container);
    const opened = await sealer.open(sealed, 'key', container, LIMIT);
    expect(opened).toEqual(bytes(MARK));
    expect(given.map((buffer) => new Uint8Array(buffer).every((byte) => byte === 0))).toEqual([
      wiped,
    ]);
    expect(opened.buffer === given[0]).toBe(!wiped);
  });

  test('frees the C++ object of a derivation that fails', async () => {
    const { module, core } = await open({ importKey: () => Promise.reject(new Error('no')) });
    const made = module.SealerObject.create();
    if (made === null) throw new Error('no memory');
    const [disposed, freed] = [vi.spyOn(made, 'dispose'), vi.spyOn(made, 'delete')];
    vi.spyOn(module.SealerObject, 'create').mockReturnValue(made);
    await expect(core.createSealer(keys)).rejects.toMatchObject({ code: 'ERR_ENCRYPTION' });
    expect(disposed).toHaveBeenCalledTimes(1);
    expect(freed).toHaveBeenCalledTimes(1);
  });
});
