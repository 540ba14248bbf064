import { hasMethods } from '../config/has-methods.ts';
import { resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import type { Backend, StoredEntry } from './backend.ts';
import { closedError } from './closed.ts';
import { utf8Length } from './utf8-length.ts';
import { callStore } from './workers-call.ts';
import {
  type ResolvedStoreOptions,
  resolveStoreOptions,
  type WorkersStoreOptions,
} from './workers-options.ts';

/** What of a stored object is read without its body. */
export interface R2ObjectLike {
  readonly customMetadata?: Record<string, string>;
}

/** What of a stored object is read. */
export interface R2ObjectBodyLike extends R2ObjectLike {
  readonly body: { cancel(): Promise<void> };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** What of an `R2Bucket` binding is used; the binding itself fits. */
export interface R2BucketLike {
  head(key: string): Promise<R2ObjectLike | null>;
  get(key: string): Promise<R2ObjectBodyLike | null>;
  put(
    key: string,
    value: Uint8Array,
    options: { customMetadata?: Record<string, string> },
  ): Promise<unknown>;
  delete(key: string): Promise<void>;
}

export interface WorkersR2BackendOptions extends WorkersStoreOptions {
  /** The binding. */
  bucket: R2BucketLike;
}

/** Bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;
/** Milliseconds since the epoch, in an object's custom metadata. */
const DEADLINE = 'sealcache-deadline';

/**
 * Cloudflare R2, for values larger than KV takes: what fits the memory of a Worker fits. Reads see the
 * last write, everywhere. A key may be written once a second; more often, R2 refuses.
 *
 * R2 has no TTLs: the deadline lies with the object, and an object past it is a miss and removed when it
 * is read. What nobody reads stays: give the bucket a lifecycle rule. Keys, with the prefix, are 1 to
 * 1,024 bytes of UTF-8.
 */
export class WorkersR2Backend implements Backend {
  readonly keyPrefix: string;
  readonly #bucket: R2BucketLike;
  readonly #options: ResolvedStoreOptions;
  #closed = false;

  /** @throws {ConfigurationError} for unknown or unfit options */
  constructor(options: WorkersR2BackendOptions) {
    this.#options = resolveStoreOptions(options, 'workersR2()', ['bucket']);
    if (!hasMethods(options.bucket, ['head', 'get', 'put', 'delete'])) {
      throw new ConfigurationError('workersR2() needs the binding of a bucket');
    }
    this.#bucket = options.bucket;
    this.keyPrefix = this.#options.keyPrefix;
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.getWithTtl(key))?.bytes ?? null;
  }

  async getWithTtl(key: string): Promise<StoredEntry | null> {
    const name = this.#name(key);
    const object = await callStore('R2 failed to read an entry', () => this.#bucket.get(name));
    if (object === null) return null;
    const remainingTtl = this.#remaining(object);
    if (remainingTtl !== undefined && remainingTtl <= 0) {
      await object.body.cancel();
      await this.#removeOver(name);
      return null;
    }
    const body = await callStore('R2 failed to read an entry', () => object.arrayBuffer());
    const bytes = new Uint8Array(body);
    return remainingTtl === undefined ? { bytes } : { bytes, remainingTtl };
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    const name = this.#name(key);
    const { defaultTtl, now } = this.#options;
    const ttl = resolveOptionalTtl(ttlSeconds) ?? defaultTtl;
    const options =
      ttl === undefined
        ? {}
        : { customMetadata: { [DEADLINE]: String(Math.floor(now() + ttl * 1000)) } };
    // Called before anything is awaited, and takes its copy then: no second one of what may be large.
    await callStore('R2 failed to store an entry', () => this.#bucket.put(name, value, options));
  }

  /** Looks first whether there is an entry, because R2 does not say, and deletes in any case. */
  async delete(key: string): Promise<boolean> {
    const object = await this.#head(key);
    await this.#remove(this.#name(key));
    return object !== null && !this.#isOver(object);
  }

  /** Without reading the body. */
  async exists(key: string): Promise<boolean> {
    const object = await this.#head(key);
    if (object === null) return false;
    if (!this.#isOver(object)) return true;
    await this.#removeOver(this.#name(key));
    return false;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  validateKey(key: string): void {
    const name = this.keyPrefix + key;
    if (!name.isWellFormed()) throw new ConfigurationError('a key must not hold lone surrogates');
    // A UTF-16 unit is at least one byte, so the encoder never sees a key of unbounded length.
    if (name === '' || name.length > MAX_KEY_BYTES || utf8Length(name) > MAX_KEY_BYTES) {
      throw new ConfigurationError(
        `R2 takes keys of 1 to ${MAX_KEY_BYTES} bytes of UTF-8, the prefix included`,
      );
    }
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
  }

  async #head(key: string): Promise<R2ObjectLike | null> {
    const name = this.#name(key);
    return await callStore('R2 failed to look for an entry', () => this.#bucket.head(name));
  }

  /** R2 deletes without conditions: what is written anew in the same moment goes, too. */
  async #remove(name: string): Promise<void> {
    await callStore('R2 failed to delete an entry', () => this.#bucket.delete(name));
  }

  /** That it stays is no reason to fail a read. */
  async #removeOver(name: string): Promise<void> {
    await this.#remove(name).catch(() => {});
  }

  #isOver(object: R2ObjectLike): boolean {
    const remaining = this.#remaining(object);
    return remaining !== undefined && remaining <= 0;
  }

  /** Seconds left; `undefined` for no end. What cannot be read as a deadline has passed. */
  #remaining({ customMetadata }: R2ObjectLike): number | undefined {
    const deadline = customMetadata?.[DEADLINE];
    if (deadline === undefined) return undefined;
    return /^\d{1,16}$/.test(deadline) ? (Number(deadline) - this.#options.now()) / 1000 : 0;
  }

  #name(key: string): string {
    if (this.#closed) throw closedError();
    this.validateKey(key);
    return this.keyPrefix + key;
  }
}

/**
 * A store in R2: `workersR2({ bucket: env.BUCKET })`.
 * @throws {ConfigurationError} for unknown or unfit options
 */
export function workersR2(options: WorkersR2BackendOptions): WorkersR2Backend {
  return new WorkersR2Backend(options);
}
