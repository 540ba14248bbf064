import { MAX_TTL_SECONDS, resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { BackendError, ConfigurationError, ValueTooLargeError } from '../errors.ts';
import type { Backend } from './backend.ts';
import { closedError } from './closed.ts';

/** What of a `KVNamespace` binding is used; the binding itself fits. */
export interface KVNamespaceLike {
  get(key: string, type: 'arrayBuffer'): Promise<ArrayBuffer | null>;
  get(key: string, type: 'stream'): Promise<{ cancel(): Promise<void> } | null>;
  put(key: string, value: Uint8Array, options?: { expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
}

/** KV refuses a shorter `expirationTtl`; the store raises what is below. */
export const KV_MIN_TTL_SECONDS = 60;
/** Bytes of UTF-8. */
const MAX_KEY_BYTES = 512;
const MAX_VALUE_BYTES = 25 * 1024 * 1024;

const utf8 = new TextEncoder();

/**
 * Cloudflare Workers KV. Eventually consistent: other places see a change up to a minute later.
 * TTLs are whole seconds, at least 60 (PROTOCOL §13); keys are at most 512 bytes of UTF-8 and not
 * `.` or `..`; values are at most 25 MiB.
 */
export class WorkersKVBackend implements Backend {
  readonly #namespace: KVNamespaceLike;
  #closed = false;

  constructor(namespace: KVNamespaceLike) {
    const binding: unknown = namespace;
    if (
      typeof binding !== 'object' ||
      binding === null ||
      !['get', 'put', 'delete'].every((name) => typeof Reflect.get(binding, name) === 'function')
    ) {
      throw new ConfigurationError('WorkersKVBackend needs a KV namespace binding');
    }
    this.#namespace = namespace;
  }

  async get(key: string): Promise<Uint8Array | null> {
    this.#requireUsable(key);
    const body = await attempt('get', () => this.#namespace.get(key, 'arrayBuffer'));
    return body === null ? null : new Uint8Array(body);
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    this.#requireUsable(key);
    const ttl = resolveOptionalTtl(ttlSeconds);
    if (value.byteLength > MAX_VALUE_BYTES) {
      throw new ValueTooLargeError(`Workers KV holds values of up to ${MAX_VALUE_BYTES} bytes`);
    }
    const options =
      ttl === undefined ? undefined : { expirationTtl: Math.max(ttl, KV_MIN_TTL_SECONDS) };
    await attempt('put', () => this.#namespace.put(key, new Uint8Array(value), options));
  }

  /**
   * Always sent, without a look first: a miss seen here may be stale while the entry lives on
   * elsewhere. KV does not say whether there was one, so the answer is always `true`.
   */
  async delete(key: string): Promise<boolean> {
    this.#requireUsable(key);
    await attempt('delete', () => this.#namespace.delete(key));
    return true;
  }

  /**
   * Opens the body as a stream and drops it unread: the same answer at the same place and price as
   * `get`, without the bytes. `list` by prefix would need no body either, but costs ten times as
   * much and can disagree with `get`.
   */
  async exists(key: string): Promise<boolean> {
    this.#requireUsable(key);
    const body = await attempt('get', () => this.#namespace.get(key, 'stream'));
    if (body === null) return false;
    await attempt('get', () => body.cancel());
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  validateKey(key: string): void {
    if (key === '' || key === '.' || key === '..') {
      throw new ConfigurationError('Workers KV takes no empty key and neither "." nor ".."');
    }
    if (!key.isWellFormed()) {
      throw new ConfigurationError('a key must not hold lone surrogates');
    }
    // A UTF-16 unit is at least one byte, so the encoder never sees a key of unbounded length.
    if (key.length > MAX_KEY_BYTES || utf8.encode(key).length > MAX_KEY_BYTES) {
      throw new ConfigurationError(
        `Workers KV takes keys of up to ${MAX_KEY_BYTES} bytes of UTF-8`,
      );
    }
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl', MAX_TTL_SECONDS);
  }

  #requireUsable(key: string): void {
    if (this.#closed) throw closedError();
    this.validateKey(key);
  }
}

/** KV's own error texts quote the key, so the message names only the call. */
async function attempt<T>(call: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new BackendError(`Workers KV failed to ${call} an entry`, 'transient', { cause: error });
  }
}

/**
 * A store in a KV namespace: `workersKV(env.CACHE)`.
 * @throws {ConfigurationError} for what is no namespace binding
 */
export function workersKV(namespace: KVNamespaceLike): WorkersKVBackend {
  return new WorkersKVBackend(namespace);
}
