import createModule from '../../build/wasm/sealcache.mjs';
import compiled from '../../build/wasm/sealcache.wasm';
import type { Core, MaybePromise } from './core.ts';
import { WasmCore } from './wasm-core.ts';
import { instantiate } from './wasm-module.ts';

let loaded: MaybePromise<Core> | null = null;

/**
 * The core of this isolate, made with the first call. Call it inside a handler: a Worker may draw no
 * random numbers before. A failed load is tried again by the next call.
 */
export function loadWorkersCore(): MaybePromise<Core> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Core> {
  try {
    const core = new WasmCore(await instantiate(createModule, compiled));
    loaded = core;
    return core;
  } catch (error) {
    loaded = null;
    throw error;
  }
}
