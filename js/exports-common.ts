/** What the Node and the Workers entry both export. */

export type { Cache, CacheOptions, EncryptionConfig, SerializerConfig, SetOptions } from './api.ts';
export type { Backend } from './backends/backend.ts';
export { MemoryBackend } from './backends/memory.ts';
export {
  KV_MIN_TTL_SECONDS,
  type KVNamespaceLike,
  WorkersKVBackend,
} from './backends/workers-kv.ts';
export { PlainDate, PlainTime } from './codec/index.ts';
export { generateKey } from './config/generate-key.ts';
export * from './errors.ts';
