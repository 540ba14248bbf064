/** The build of the WebAssembly core for tests: chosen nonces, single steps, counted memory. */
import type { WasmModule, WasmSealerObject } from '../../js/core/wasm-module.ts';

export interface WasmHooks extends WasmModule {
  /** Publishes the AAD of the tenant and the key in the window. */
  testAad(tenantSize: number, keySize: number, compressed: boolean): number;
  /** Publishes the subkey of the master key, the domain and the tenant in the window. */
  testDeriveKey(masterSize: number, domainSize: number, tenantSize: number): number;
  /** Publishes the canonical bytes of the arguments in the window. */
  testCanonicalArguments(size: number): number;
  testResetPeak(): void;
  testPeak(): number;
  /** Publishes one line "number name text" for each error of the core. */
  errorTable(): number;
}

interface HookedSealer extends WasmSealerObject {
  setNonce(instanceHigh: number, instanceLow: number, counter: number): number;
}

export function requireHooks(module: WasmModule): WasmHooks {
  if (isHooks(module)) return module;
  throw new TypeError('not the build with test hooks');
}

/** Makes the next nonce of this sealer the given one. */
export function setNonce(object: WasmSealerObject, nonce: Uint8Array): void {
  if (!isHooked(object)) throw new TypeError('not the build with test hooks');
  const view = new DataView(nonce.buffer, nonce.byteOffset, nonce.byteLength);
  object.setNonce(view.getUint32(0), view.getUint32(4), view.getUint32(8));
}

function isHooks(module: WasmModule): module is WasmHooks {
  return 'testAad' in module && 'testDeriveKey' in module && 'errorTable' in module;
}

function isHooked(object: WasmSealerObject): object is HookedSealer {
  return 'setNonce' in object;
}
