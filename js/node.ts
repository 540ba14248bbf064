/**
 * sealcache for Node.js. Uses the native addon, where sealing is synchronous; where none loads or the
 * CPU has no AES instructions, the WebAssembly core with WebCrypto, and says so once.
 */

import { cacheFactory } from './cache/create-cache.ts';
import { EncryptionManagerBase } from './core/encryption-manager.ts';
import { loadNodeCore } from './core/node-core.ts';

export { FileBackend } from './backends/file.ts';
export type { FileBackendOptions } from './backends/file-options.ts';
export * from './exports-common.ts';
export { file } from './node-file.ts';

/** Creates a cache. Options are checked before anything is opened. */
export const createCache = cacheFactory(loadNodeCore);

/** See `EncryptionManagerBase`: bytes in, bytes out, without a cache around it. */
export class EncryptionManager extends EncryptionManagerBase {
  constructor(masterKey: string, tenantId?: string, previousMasterKeys?: readonly string[]) {
    super(loadNodeCore, masterKey, tenantId, previousMasterKeys);
  }
}
