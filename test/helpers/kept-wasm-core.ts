import type { Core, MaybePromise } from '../../js/core/core.ts';
import { loadWasmCore } from '../../js/core/wasm-loader-node.ts';

let kept: MaybePromise<Core> | null = null;

/** One WebAssembly core for a file of tests, as the product's loaders keep it: a promise at first. */
export function keptWasmCore(): MaybePromise<Core> {
  kept ??= loadWasmCore().then((core) => {
    kept = core;
    return core;
  });
  return kept;
}
