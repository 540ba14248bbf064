/** sealcache for Cloudflare Workers: the WebAssembly core, AES-256-GCM by WebCrypto. */

import type {
  Cache,
  CacheOptions,
  EncryptionConfig,
  ExecutionContextLike,
  SecureCache,
} from './api.ts';
import { CacheView } from './cache/cache.ts';
import type { CacheState } from './cache/cache-state.ts';
import { openCache, type Platform } from './cache/create-cache.ts';
import { EncryptionManagerBase } from './core/encryption-manager.ts';
import { loadWorkersCore } from './core/wasm-loader-workers.ts';

export * from './exports-common.ts';

const platform: Platform = { loadCore: loadWorkersCore, now: Date.now, random: Math.random };

/** A cache in a Worker: shared by all requests of an isolate, bound to one for background work. */
export interface WorkersCache extends Cache {
  /**
   * A view for one request: its refreshes run under `context.waitUntil`. Without one nothing is
   * refreshed behind a reader's back, because the platform would cancel it.
   */
  withExecutionContext(context: ExecutionContextLike): Cache;
}

class WorkersCacheView extends CacheView implements WorkersCache {
  readonly #shared: CacheState;

  constructor(state: CacheState) {
    super(state, null);
    this.#shared = state;
  }

  withExecutionContext(context: ExecutionContextLike): SecureCache {
    return new CacheView(this.#shared, (work) => context.waitUntil(work));
  }
}

/**
 * Creates a cache. Options are checked at once; nothing is instantiated before the first operation,
 * inside a handler.
 * @throws {ConfigurationError} names the option and what it takes
 */
export function createCache(
  options: CacheOptions & { encryption: EncryptionConfig },
): WorkersCache & SecureCache;
export function createCache(options: CacheOptions): WorkersCache;
export function createCache(options: CacheOptions): WorkersCache {
  return new WorkersCacheView(openCache(options, platform));
}

/** See `EncryptionManagerBase`: bytes in, bytes out, without a cache around it. */
export class EncryptionManager extends EncryptionManagerBase {
  constructor(masterKey: string, tenantId?: string, previousMasterKeys?: readonly string[]) {
    super(loadWorkersCore, masterKey, tenantId, previousMasterKeys);
  }
}
