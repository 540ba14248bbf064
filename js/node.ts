/**
 * sealcache for Node.js. Uses the native addon, where sealing is synchronous; where none loads or the
 * CPU has no AES instructions, the WebAssembly core with WebCrypto, and says so once.
 */

import type { Cache, CacheOptions, EncryptionConfig, SecureCache } from './api.ts';
import { CacheView } from './cache/cache.ts';
import { openCache, type Platform } from './cache/create-cache.ts';
import { EncryptionManagerBase } from './core/encryption-manager.ts';
import { loadNodeCore } from './core/node-core.ts';

export { FileBackend } from './backends/file.ts';
export type { FileBackendOptions } from './backends/file-options.ts';
export * from './exports-common.ts';
export { file } from './node-file.ts';

const platform: Platform = { loadCore: loadNodeCore, now: Date.now, random: Math.random };

/** Work behind a reader's back needs nobody to take it over on Node. */
const inBackground = (): void => {};

/**
 * Creates a cache. Options are checked before anything is opened.
 * @throws {ConfigurationError} names the option and what it takes
 */
export function createCache(options: CacheOptions & { encryption: EncryptionConfig }): SecureCache;
export function createCache(options: CacheOptions): Cache;
export function createCache(options: CacheOptions): Cache {
  return new CacheView(openCache(options, platform), inBackground);
}

/** See `EncryptionManagerBase`: bytes in, bytes out, without a cache around it. */
export class EncryptionManager extends EncryptionManagerBase {
  constructor(masterKey: string, tenantId?: string, previousMasterKeys?: readonly string[]) {
    super(loadNodeCore, masterKey, tenantId, previousMasterKeys);
  }
}
