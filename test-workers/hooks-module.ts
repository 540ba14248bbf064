import createModule from '../build/wasm/sealcache-hooks.mjs';
import compiled from '../build/wasm/sealcache-hooks.wasm';
import { instantiate, type WasmModule } from '../js/core/wasm-module.ts';

/** A fresh instance of the build with test hooks. */
export function hooksModule(): Promise<WasmModule> {
  return instantiate(createModule, compiled);
}
