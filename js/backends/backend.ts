/**
 * The contract every store fulfils: bytes in, bytes out. A backend never sees a key of ours or, in
 * an encrypted cache, a plaintext.
 */
export interface Backend {
  /** The stored bytes, or `null` for a miss. The caller owns the result. */
  get(key: string): Promise<Uint8Array | null>;

  /**
   * Stores a copy of `value`.
   * @param ttlSeconds whole seconds > 0; `undefined` means no expiry
   */
  set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void>;

  /** Whether an entry was there. Advisory: some stores cannot tell. */
  delete(key: string): Promise<boolean>;

  exists(key: string): Promise<boolean>;

  /** Idempotent. Operations afterwards reject with a `permanent` `BackendError`. */
  close(): Promise<void>;

  /**
   * Prefix the store puts before every key. Constant for the life of the backend: it is part of what
   * a sealed entry is bound to (PROTOCOL §6.5).
   */
  readonly keyPrefix?: string;

  /** Throws `ConfigurationError` for a key this store cannot hold. Called before any I/O. */
  validateKey?(key: string): void;

  /** Throws `ConfigurationError` for a TTL this store cannot honour. Called before any I/O. */
  validateTtl?(ttlSeconds: number): void;
}
