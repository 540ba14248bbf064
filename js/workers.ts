/** sealcache for Cloudflare Workers: the WebAssembly core, AES-256-GCM by WebCrypto. */

import type { Cache, ExecutionContextLike, SecureCache } from './api.ts';
import { cachekitio } from './backends/http/factories.ts';
import type { CacheState } from './cache/cache-state.ts';
import { openCache, type Platform } from './cache/create-cache.ts';
import { openView } from './cache/traced-view.ts';
import { type CreateCacheFn, createCacheFor } from './config/presets.ts';
import { ByteStorageBase } from './core/byte-storage.ts';
import type { MaybePromise } from './core/core.ts';
import { EncryptionManagerBase } from './core/encryption-manager.ts';
import { loadWorkersCore } from './core/wasm-loader-workers.ts';
import { generateInteropKey as keyWith } from './interop/keys.ts';
import { generateParamsHash as hashWith } from './keys/params-hash.ts';
import type { KeyFormat } from './keys/wrap-key.ts';

export type { ExecutionContextLike } from './api.ts';
export * from './exports-common.ts';
export * from './workers-stores.ts';

const platform: Platform = {
  loadCore: loadWorkersCore,
  now: Date.now,
  random: Math.random,
  openers: { service: cachekitio },
};

/** A cache in a Worker: shared by all requests of an isolate, bound to one for background work. */
export interface WorkersCache extends Cache {
  /**
   * A view for one request: its refreshes run under `context.waitUntil`. Without one nothing is
   * refreshed behind a reader's back, because the platform would cancel it.
   */
  withExecutionContext(context: ExecutionContextLike): Cache;
}

function openWorkersView(state: CacheState): WorkersCache & SecureCache {
  return Object.assign(openView(state, null), {
    withExecutionContext: (context: ExecutionContextLike): SecureCache =>
      openView(state, (work) => context.waitUntil(work)),
  });
}

/**
 * See `CreateCacheFn`. Nothing is instantiated before the first operation, inside a handler. A Worker
 * has no environment of its process: pass `secure` its key.
 */
export const createCache: CreateCacheFn<WorkersCache, WorkersCache & SecureCache> = createCacheFor({
  open: (options) => openWorkersView(openCache(options, platform)),
  environment: () => undefined,
  defaultMetrics: false,
});

/** See `EncryptionManagerBase`: bytes in, bytes out, without a cache around it. */
export class EncryptionManager extends EncryptionManagerBase {
  constructor(masterKey: string, tenantId?: string, previousMasterKeys?: readonly string[]) {
    super(loadWorkersCore, masterKey, tenantId, previousMasterKeys);
  }
}

/** See `ByteStorageBase`: envelopes without a cache around them. */
export class ByteStorage extends ByteStorageBase {
  constructor() {
    super(loadWorkersCore);
  }
}

/** See `hashWith`; a promise until the core is loaded. */
export function generateParamsHash(
  args: readonly unknown[],
  format?: KeyFormat,
): MaybePromise<string> {
  return hashWith(loadWorkersCore, args, format);
}

/** See `keyWith`; a promise only until the core is loaded. */
export function generateInteropKey(
  namespace: string,
  operation: string,
  args: readonly unknown[],
): MaybePromise<string> {
  return keyWith(loadWorkersCore, namespace, operation, args);
}
