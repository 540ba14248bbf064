/** The stores that only Workers have. */

export {
  CacheAPIBackend,
  type CacheAPIBackendOptions,
  type CachedResponseLike,
  type CacheLike,
  type CacheStorageLike,
  workersCacheAPI,
} from './backends/workers-cache-api.ts';
export {
  WorkersD1Backend,
  type WorkersD1BackendOptions,
  workersD1,
} from './backends/workers-d1.ts';
export type { D1DatabaseLike } from './backends/workers-d1-rows.ts';
export {
  type R2BucketLike,
  type R2ObjectBodyLike,
  type R2ObjectLike,
  WorkersR2Backend,
  type WorkersR2BackendOptions,
  workersR2,
} from './backends/workers-r2.ts';
