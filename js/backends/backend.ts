import { hasMethods } from '../config/has-methods.ts';

/** What a store knows of an entry beyond its bytes. */
export interface StoredEntry {
  readonly bytes: Uint8Array;
  /**
   * Seconds until the store forgets the entry or no longer calls it fresh: no copy may be served
   * longer, in any form. Left out where it is unknown or never.
   */
  readonly remainingTtl?: number;
  /** The store gave it past its life, with a `remainingTtl` of 0 (PROTOCOL §10.4). Default false. */
  readonly stale?: boolean;
}

/**
 * The contract every store fulfils: bytes in, bytes out. A backend never sees a key of ours or, in
 * an encrypted cache, a plaintext. `sealcache/testing` shows whether a store keeps it.
 *
 * Every operation answers by a promise, which ends. It rejects with a `ConfigurationError` for a key or
 * TTL that the store cannot take, before any I/O, and where the store fails with a `BackendError`,
 * whose classification says whether a retry can help, or a `TimeoutError`: a failure is never a miss.
 * No message quotes a key. Keys are told apart by every character; which ones are taken is
 * `validateKey`'s to say.
 */
export interface Backend {
  /** The stored bytes in memory of the caller's own, or `null` for a miss. */
  get(key: string): Promise<Uint8Array | null>;

  /**
   * Stores a copy of `value`, taken before the call returns: the caller may reuse its buffer then.
   * @param ttlSeconds above 0, at most ten years; fractions are rounded up. When they are over the
   * entry is gone. `undefined` means no expiry, whatever the entry had before, or the default that
   * the store was made with.
   * @throws {ValueTooLargeError} for more bytes than the store can hold; the old entry stays
   */
  set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void>;

  /** Whether an entry was there. Advisory: some stores cannot tell. */
  delete(key: string): Promise<boolean>;

  exists(key: string): Promise<boolean>;

  /**
   * Idempotent. What is under way still ends; operations afterwards reject with a `permanent`
   * `BackendError`.
   */
  close(): Promise<void>;

  /** As `get`, with the remaining lifetime, where the store tells it in the same round trip. */
  getWithTtl?(key: string): Promise<StoredEntry | null>;

  /** As `get` for several keys in one round trip; the answers in the order of the keys. */
  getMany?(keys: readonly string[]): Promise<(Uint8Array | null)[]>;

  /** As `set` for several entries in one round trip, with one TTL. */
  setMany?(entries: readonly (readonly [string, Uint8Array])[], ttlSeconds?: number): Promise<void>;

  /** As `delete` for several keys in one round trip; how many entries were there, advisory. */
  deleteMany?(keys: readonly string[]): Promise<number>;

  /**
   * Prefix the store puts before every key. Constant for the life of the backend: it is part of what
   * a sealed entry is bound to (PROTOCOL §6.5).
   */
  readonly keyPrefix?: string;

  /**
   * Whether entries lie under other names than their keys, so that who looks for them by key alone, as
   * other SDKs do, finds none. Default false.
   */
  readonly transformsKeys?: boolean;

  /**
   * Throws `ConfigurationError` for a key this store cannot hold, which operations refuse, too. Called
   * before any I/O. Keys as caches make them, of ASCII letters, digits, `-`, `_`, `.` and `:`, must pass.
   */
  validateKey?(key: string): void;

  /** Whether entries are packed where the cache does not say. Default true. */
  readonly compressionDefault?: boolean;

  /** Throws `ConfigurationError` for a TTL this store cannot honour. Called before any I/O. */
  validateTtl?(ttlSeconds: number): void;
}

/** A store that tells and changes how long an entry lives without its bytes. */
export interface TTLBackend extends Backend {
  /** Seconds left, rounded up; `null` for no entry or one that does not expire. */
  getTTL(key: string): Promise<number | null>;
  /** Gives the entry that many seconds from now; false where there is none. */
  refreshTTL(key: string, ttlSeconds: number): Promise<boolean>;
}

/** A store with leases: one holder of a lock at a time, over all processes that use the store. */
export interface LockableBackend extends Backend {
  /**
   * @param timeoutMs after which the lock ends by itself
   * @returns a token that releases it, `null` while another holds it
   */
  acquireLock(key: string, timeoutMs: number): Promise<string | null>;
  /** Gives up the lock if it is still this holder's; false where not. */
  releaseLock(key: string, lockId: string): Promise<boolean>;
}

export function isTTLBackend(backend: Backend): backend is TTLBackend {
  return hasMethods(backend, ['getTTL', 'refreshTTL']);
}

export function isLockableBackend(backend: Backend): backend is LockableBackend {
  return hasMethods(backend, ['acquireLock', 'releaseLock']);
}
