/** What the Node and the Workers entry both export. */

export type { Cache, CacheOptions, EncryptionConfig, SerializerConfig, SetOptions } from './api.ts';
export type { Backend } from './backends/backend.ts';
export { MemoryBackend } from './backends/memory.ts';
export { generateKey } from './config/generate-key.ts';
export * from './errors.ts';
