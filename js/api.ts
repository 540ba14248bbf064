/** The types a user of a cache sees, on every runtime. */

import type { Backend } from './backends/backend.ts';

/** End-to-end encryption of every entry of a cache. */
export interface EncryptionConfig {
  /** 64 hex digits. `generateKey()` makes one. */
  masterKey: string;
  /** Whose data this is: part of the key derivation and of what an entry is bound to. Default "default". */
  tenantId?: string;
  /** At most 3 retired keys that may still open entries; never used to seal. */
  previousMasterKeys?: readonly string[];
}

/** Limits of the value codec. */
export interface SerializerConfig {
  /** Largest encoded value, bytes. Default 1 MiB. */
  maxEncodedSize?: number;
  /** Largest stored value after unpacking, bytes. Default 10 MiB. */
  maxDecodedSize?: number;
  /** Most elements of one array or entries of one map. Default 10,000. */
  maxCollectionSize?: number;
  /** Deepest nesting, 32–1024. Default 100. */
  maxDepth?: number;
}

export interface CacheOptions {
  backend: Backend;
  /** Seconds an entry lives when `set` names no TTL. Default 3600. */
  defaultTtl?: number;
  /** LZ4-compresses entries in a ByteStorage envelope. Default true. */
  compression?: boolean;
  /** Leave out for a plaintext cache. */
  encryption?: EncryptionConfig;
  serializer?: SerializerConfig;
}

export interface SetOptions {
  /** Seconds, > 0; fractions are rounded up. */
  ttl?: number;
}

export interface Cache {
  /**
   * The cached value, or `null` where there is none. `T` is the caller's claim: nothing checks it.
   * @throws {EncryptionError} the entry is not authentic under this key, tenant and cache key
   * @throws {IntegrityError | SerializationError | ValueTooLargeError} the entry is damaged
   */
  get<T>(key: string): Promise<T | null>;
  /** @throws {ConfigurationError} for a bad key or TTL, before any I/O */
  set<T>(key: string, value: T, options?: SetOptions): Promise<void>;
  /** Whether an entry was there; advisory where the store cannot tell. */
  delete(key: string): Promise<boolean>;
  /** Whether the store holds an entry; does not open it. */
  exists(key: string): Promise<boolean>;
  /** Wipes keys and closes the backend. Idempotent; later calls reject. */
  close(): Promise<void>;
}
