/** The WebAssembly core as a conformance target, in Node and in workerd. */

import { product } from '../../js/conformance/product.ts';
import { productInterop } from '../../js/conformance/product-interop.ts';
import type { ConformanceTarget, TestHooks } from '../../js/conformance/target.ts';
import type { SealerKeys } from '../../js/core/core.ts';
import { coreError } from '../../js/core/core-error.ts';
import { CryptoKeyring } from '../../js/core/crypto-keyring.ts';
import { WasmCore } from '../../js/core/wasm-core.ts';
import { deriveKeys } from '../../js/core/wasm-keys.ts';
import { WasmMemory } from '../../js/core/wasm-memory.ts';
import type { WasmModule } from '../../js/core/wasm-module.ts';
import { WasmSealer } from '../../js/core/wasm-sealer.ts';
import { platformWebCrypto } from '../../js/core/webcrypto.ts';
import { requireHooks, setNonce } from '../helpers/wasm-hooks.ts';

const SEAL_OVERHEAD = 28;
const ERROR_BLOB_TOO_SHORT = 12;

const encoder = new TextEncoder();

/** @param module an instance of the build with test hooks */
export function wasmTarget(name: string, module: WasmModule): ConformanceTarget {
  const hooked = requireHooks(module);
  const core = new WasmCore(module);
  const memory = new WasmMemory(module);
  return {
    ...product,
    name,
    core,
    hooks: wasmHooks(module),
    interop: productInterop(core, (stream) => {
      memory.write([stream]);
      try {
        return memory.copyPublished(hooked.testCanonicalArguments(stream.length));
      } finally {
        memory.close();
      }
    }),
    async peakAllocationDuring(run) {
      hooked.testResetPeak();
      await run();
      return hooked.testPeak();
    },
  };
}

export function wasmHooks(module: WasmModule): TestHooks {
  const hooked = requireHooks(module);
  const memory = new WasmMemory(module);
  const webCrypto = platformWebCrypto();

  const withWindow = <T>(
    parts: readonly Uint8Array[],
    text: string,
    call: (size: number) => T,
  ): T => {
    try {
      return call(memory.write(parts, text));
    } finally {
      memory.close();
    }
  };

  const deriveKey = (master: Uint8Array, domain: string, tenant: string) => {
    const domainBytes = encoder.encode(domain);
    return withWindow([master, domainBytes], tenant, (size) =>
      memory.copyPublished(hooked.testDeriveKey(master.length, domainBytes.length, size)),
    );
  };

  return {
    aad(tenant, cacheKey, compressed) {
      const tenantBytes = encoder.encode(tenant);
      return withWindow([tenantBytes], cacheKey, (size) =>
        memory.copyPublished(hooked.testAad(tenantBytes.length, size, compressed)),
      );
    },
    deriveKey,
    async sealWithNonce(keys: SealerKeys, nonce, value, cacheKey, container) {
      const derived = await deriveKeys(memory, webCrypto, keys);
      setNonce(derived.object, nonce);
      const sealer = new WasmSealer(memory, webCrypto, derived);
      try {
        return await sealer.seal(value, cacheKey, container);
      } finally {
        sealer.dispose();
      }
    },
    async decryptRaw(master, tenant, aad, blob) {
      if (blob.length < SEAL_OVERHEAD) throw coreError(ERROR_BLOB_TOO_SHORT);
      const raw = deriveKey(master, 'encryption', tenant);
      const key = await webCrypto.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
      const ring = new CryptoKeyring(webCrypto, [key]);
      return new Uint8Array(await ring.decrypt(blob.slice(), aad.slice()));
    },
  };
}
