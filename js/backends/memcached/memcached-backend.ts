import { resolveOptionalTtl, resolveTtl } from '../../config/ttl.ts';
import { ValueTooLargeError } from '../../errors.ts';
import type { Backend } from '../backend.ts';
import { closedError } from '../closed.ts';
import { expiryOf } from './expiry.ts';
import { type MemcachedBackendOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { Pool } from './pool.ts';
import { requireWireKey } from './wire-key.ts';

/**
 * Entries in Memcached, under `keyPrefix` and their key. It connects with the first operation. Keys, with
 * the prefix, are 1 to 250 bytes of UTF-8 without white space or control characters. TTLs are whole
 * seconds, at most ten years; Memcached counts in whole seconds of its own, so an entry can end up to a
 * second early. Memcached also evicts entries when it is full.
 *
 * It tells nobody how long an entry lives and has no delete of a lock that is still one's own: neither
 * `TTLBackend` nor `LockableBackend`. Whether a write that timed out was done is not known.
 */
export class MemcachedBackend implements Backend {
  readonly keyPrefix: string;
  readonly #options: ResolvedOptions;
  readonly #pool: Pool;
  #closed = false;

  /** @throws {ConfigurationError} for options out of range or unknown */
  constructor(options: MemcachedBackendOptions = {}) {
    this.#options = resolveOptions(options);
    this.keyPrefix = this.#options.keyPrefix;
    this.#pool = new Pool(this.#options);
  }

  async get(key: string): Promise<Uint8Array | null> {
    const wireKey = this.#wireKey(key);
    const { value } = await this.#pool.send(wireKey, (client) => client.get(wireKey));
    // Bytes of their own memory: the answer is a window of what the socket was read into.
    return value === null ? null : new Uint8Array(value);
  }

  /** @throws {ValueTooLargeError} also where the server takes less than `maxItemSizeBytes` */
  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    const wireKey = this.#wireKey(key);
    const ttl = resolveOptionalTtl(ttlSeconds) ?? this.#options.defaultTtl;
    const most = this.#options.maxItemSizeBytes;
    if (Buffer.byteLength(wireKey) + value.byteLength > most) {
      throw new ValueTooLargeError(`Memcached is set to hold items of up to ${most} bytes`);
    }
    // Before the first await: the caller may reuse its buffer as soon as the call returns.
    const bytes = Buffer.from(value);
    const expires = expiryOf(ttl, Date.now());
    await this.#pool.send(wireKey, (client) => client.set(wireKey, bytes, { expires }));
  }

  async delete(key: string): Promise<boolean> {
    const wireKey = this.#wireKey(key);
    return await this.#pool.send(wireKey, (client) => client.delete(wireKey));
  }

  /** As expensive as `get`: Memcached has no question without the bytes that leaves the TTL alone. */
  async exists(key: string): Promise<boolean> {
    return (await this.get(key)) !== null;
  }

  /** As of `TTLBackend`, by `touch`. Not part of that here, because the TTL cannot be read. */
  async refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    const wireKey = this.#wireKey(key);
    const expires = expiryOf(resolveTtl(ttlSeconds, 'ttl'), Date.now());
    return await this.#pool.send(wireKey, (client) => client.touch(wireKey, expires));
  }

  /** What is under way still finishes. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.close();
  }

  validateKey(key: string): void {
    requireWireKey(this.keyPrefix + key, 'a key');
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
  }

  #wireKey(key: string): string {
    if (this.#closed) throw closedError();
    this.validateKey(key);
    return this.keyPrefix + key;
  }
}
