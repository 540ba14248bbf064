import { markAsUntransferable } from 'node:worker_threads';
import { ConfigurationError } from '../errors.ts';
import type { Core, MaybePromise } from './core.ts';
import { NativeCore } from './native-core.ts';
import { loadNativeAddon } from './native-loader.ts';
import { isThenable } from './thenable.ts';
import { loadWasmCore } from './wasm-loader-node.ts';

/** Of `SEALCACHE_CORE`; empty is as good as unset. */
const CHOICES = ['', 'native', 'wasm'];

let chosen: MaybePromise<Core> | null = null;

/**
 * The core of this Node process: the addon where it loads and the CPU has AES instructions, else the
 * WebAssembly core, which is said once. `SEALCACHE_CORE=wasm` or `native` insists on one. A failed
 * load is tried again by the next call.
 */
export function loadNodeCore(): MaybePromise<Core> {
  chosen ??= choose();
  return chosen;
}

function choose(): MaybePromise<Core> {
  const wanted = process.env['SEALCACHE_CORE'] ?? '';
  if (!CHOICES.includes(wanted)) {
    throw new ConfigurationError('SEALCACHE_CORE must be "native" or "wasm" where it is set');
  }
  if (wanted === 'wasm') return remember(loadWasmCore());
  const loaded = loadNativeAddon();
  if (loaded.addon !== null && (loaded.addon.hardwareAccelerated || wanted === 'native')) {
    return new NativeCore(loaded.addon, markAsUntransferable);
  }
  const why =
    loaded.addon === null ? loaded.reasons.join('; ') : 'this CPU has no AES instructions';
  if (wanted === 'native') {
    throw new ConfigurationError(`SEALCACHE_CORE is "native", but no addon loads: ${why}`);
  }
  process.emitWarning(`sealing is asynchronous, by WebAssembly and WebCrypto: ${why}`, {
    code: 'SEALCACHE_WASM_CORE',
  });
  return remember(loadWasmCore());
}

/** Later calls get the core itself instead of its promise. */
function remember(loading: MaybePromise<Core>): MaybePromise<Core> {
  if (!isThenable(loading)) return loading;
  loading.then(
    (core) => {
      chosen = core;
    },
    () => {
      chosen = null;
    },
  );
  return loading;
}
