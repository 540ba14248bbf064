/** sealcache for Cloudflare Workers: the WebAssembly core, AES-256-GCM by WebCrypto. */

import { cacheFactory } from './cache/create-cache.ts';
import { EncryptionManagerBase } from './core/encryption-manager.ts';
import { loadWorkersCore } from './core/wasm-loader-workers.ts';

export * from './exports-common.ts';

/** Creates a cache. Nothing is instantiated before its first operation, inside a handler. */
export const createCache = cacheFactory(loadWorkersCore);

/** See `EncryptionManagerBase`: bytes in, bytes out, without a cache around it. */
export class EncryptionManager extends EncryptionManagerBase {
  constructor(masterKey: string, tenantId?: string, previousMasterKeys?: readonly string[]) {
    super(loadWorkersCore, masterKey, tenantId, previousMasterKeys);
  }
}
