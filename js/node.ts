/**
 * sealcache for Node.js. Uses the native addon, where sealing is synchronous; where none loads or the
 * CPU has no AES instructions, the WebAssembly core with WebCrypto, and says so once.
 */

import type { Cache, SecureCache } from './api.ts';
import { cachekitio } from './backends/http/factories.ts';
import { redis } from './backends/redis/redis.ts';
import { openCache, type Platform } from './cache/create-cache.ts';
import { openView } from './cache/traced-view.ts';
import { type CreateCacheFn, createCacheFor } from './config/presets.ts';
import { ByteStorageBase } from './core/byte-storage.ts';
import type { MaybePromise } from './core/core.ts';
import { EncryptionManagerBase } from './core/encryption-manager.ts';
import { loadNodeCore } from './core/node-core.ts';
import { generateInteropKey as keyWith } from './interop/keys.ts';
import { Invalidator } from './invalidation/invalidator.ts';
import { openRedisChannel } from './invalidation/redis-config.ts';
import { generateParamsHash as hashWith } from './keys/params-hash.ts';
import type { KeyFormat } from './keys/wrap-key.ts';
import { CacheMetrics } from './metrics/cache-metrics.ts';
import { METRICS_IF_INSTALLED } from './metrics/if-installed.ts';
import { nodeTracing } from './metrics/node-tracing.ts';

export { FileBackend } from './backends/file.ts';
export type { FileBackendOptions } from './backends/file-options.ts';
export { memcached } from './backends/memcached/memcached.ts';
export { MemcachedBackend } from './backends/memcached/memcached-backend.ts';
export type { MemcachedBackendOptions } from './backends/memcached/options.ts';
export type { RedisClientLike } from './backends/redis/client-shapes.ts';
export type { RedisBackendOptions } from './backends/redis/options.ts';
export { redis } from './backends/redis/redis.ts';
export { RedisBackend } from './backends/redis/redis-backend.ts';
export * from './exports-common.ts';
export {
  RedisInvalidationChannel,
  type RedisInvalidationChannelConfig,
} from './invalidation/redis-channel.ts';
export {
  type RedisInvalidationOptions,
  RedisInvalidationTransport,
} from './invalidation/redis-transport.ts';
export { CacheMetrics, createMetrics } from './metrics/cache-metrics.ts';
export { NoopMetrics } from './metrics/noop.ts';
export { file } from './node-file.ts';

const platform: Platform = {
  loadCore: loadNodeCore,
  now: Date.now,
  random: Math.random,
  openers: { redis, service: cachekitio, channel: openRedisChannel },
  openMetrics: (config) => new CacheMetrics(config),
  openTracing: nodeTracing,
  openInvalidator: (parts) => new Invalidator(parts),
};

/** Work behind a reader's back needs nobody to take it over on Node. */
const inBackground = (): void => {};

/** See `CreateCacheFn`. */
export const createCache: CreateCacheFn<Cache, SecureCache> = createCacheFor({
  open: (options) => openView(openCache(options, platform), inBackground),
  environment: (name) => process.env[name],
  defaultMetrics: METRICS_IF_INSTALLED,
});

/** See `EncryptionManagerBase`: bytes in, bytes out, without a cache around it. */
export class EncryptionManager extends EncryptionManagerBase {
  constructor(masterKey: string, tenantId?: string, previousMasterKeys?: readonly string[]) {
    super(loadNodeCore, masterKey, tenantId, previousMasterKeys);
  }
}

/** See `ByteStorageBase`: envelopes without a cache around them. */
export class ByteStorage extends ByteStorageBase {
  constructor() {
    super(loadNodeCore);
  }
}

/** See `hashWith`; a promise only until a core loads that is not there at once. */
export function generateParamsHash(
  args: readonly unknown[],
  format?: KeyFormat,
): MaybePromise<string> {
  return hashWith(loadNodeCore, args, format);
}

/** See `keyWith`; a promise only until the core is loaded. */
export function generateInteropKey(
  namespace: string,
  operation: string,
  args: readonly unknown[],
): MaybePromise<string> {
  return keyWith(loadNodeCore, namespace, operation, args);
}
