import { hasMethods } from '../config/has-methods.ts';
import { resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import type { Backend, StoredEntry } from './backend.ts';
import { closedError } from './closed.ts';
import { callStore } from './workers-call.ts';
import {
  type ResolvedStoreOptions,
  resolveStoreOptions,
  type WorkersStoreOptions,
} from './workers-options.ts';

/** What of a stored `Response` is read. */
export interface CachedResponseLike {
  readonly headers: { get(name: string): string | null };
  readonly body: { cancel(): Promise<void> } | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** What of a `Cache` is used; the platform's own fits. */
export interface CacheLike {
  match(url: string): Promise<CachedResponseLike | undefined>;
  put(url: string, response: Response): Promise<void>;
  delete(url: string): Promise<boolean>;
}

/** What of the global `caches` is used. */
export interface CacheStorageLike {
  readonly default: CacheLike;
  open(name: string): Promise<CacheLike>;
}

export interface CacheAPIBackendOptions extends WorkersStoreOptions {
  /** A cache to store in. Default `caches.default`. */
  cache?: CacheLike;
  /** Instead: the name of a cache to open. */
  name?: string;
}

/** No such host can exist (RFC 6761), so no entry can stand for a page of anybody's. */
const ORIGIN = 'https://sealcache.invalid/?key=';
/** Of the platform. */
const MAX_URL_LENGTH = 16_384;
/** The platform keeps nothing longer. Stands for "no TTL", too. */
const YEAR_SECONDS = 31_536_000;
const DEADLINE = 'x-sealcache-deadline';

/**
 * The Cache API of Workers: as fast as a store can be there, and one of its own in each data centre. What
 * is deleted or replaced in one lives on in the others until its TTL ends; there may be none at all (on
 * `workers.dev`, nothing is kept). Whole seconds up to a year; a longer TTL ends after a year. The
 * platform drops what is not used.
 */
export class CacheAPIBackend implements Backend {
  readonly keyPrefix: string;
  /**
   * An entry lies under a URL with its key in the query, not under the key. Whoever looks for entries
   * by the keys of the protocol, as other languages' SDKs do, finds none.
   */
  readonly transformsKeys = true;
  readonly #open: () => Promise<CacheLike>;
  readonly #options: ResolvedStoreOptions;
  #cache: CacheLike | null = null;
  #closed = false;

  /** @throws {ConfigurationError} for unknown or unfit options, and where there is no Cache API */
  constructor(options: CacheAPIBackendOptions = {}) {
    this.#options = resolveStoreOptions(options, 'workersCacheAPI()', ['cache', 'name']);
    this.#open = resolveCache(options);
    this.keyPrefix = this.#options.keyPrefix;
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.getWithTtl(key))?.bytes ?? null;
  }

  async getWithTtl(key: string): Promise<StoredEntry | null> {
    const response = await this.#live(key);
    if (response === null) return null;
    const body = await callStore('the Cache API failed to read an entry', () =>
      response.arrayBuffer(),
    );
    const remainingTtl = remainingSeconds(response, this.#options.now());
    const bytes = new Uint8Array(body);
    return remainingTtl === undefined ? { bytes } : { bytes, remainingTtl };
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    const url = this.#url(key);
    const { defaultTtl, now } = this.#options;
    const ttl = resolveOptionalTtl(ttlSeconds) ?? defaultTtl;
    const headers = new Headers({
      'Cache-Control': `max-age=${Math.min(ttl ?? YEAR_SECONDS, YEAR_SECONDS)}`,
    });
    if (ttl !== undefined) headers.set(DEADLINE, String(Math.floor(now() + ttl * 1000)));
    const response = new Response(new Uint8Array(value), { headers });
    const cache = await this.#opened();
    await callStore('the Cache API failed to store an entry', () => cache.put(url, response));
  }

  /** In this data centre. */
  async delete(key: string): Promise<boolean> {
    const url = this.#url(key);
    const cache = await this.#opened();
    return await callStore('the Cache API failed to delete an entry', () => cache.delete(url));
  }

  /** Without reading the body. */
  async exists(key: string): Promise<boolean> {
    const response = await this.#live(key);
    await dropBody(response);
    return response !== null;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  validateKey(key: string): void {
    if (!key.isWellFormed()) throw new ConfigurationError('a key must not hold lone surrogates');
    if (ORIGIN.length + encodeURIComponent(this.keyPrefix + key).length > MAX_URL_LENGTH) {
      throw new ConfigurationError(
        `a key of the Cache API must fit a URL of ${MAX_URL_LENGTH} characters, percent-encoded`,
      );
    }
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
  }

  /** What is stored and not past its deadline, which the platform need not watch to the second. */
  async #live(key: string): Promise<CachedResponseLike | null> {
    const url = this.#url(key);
    const cache = await this.#opened();
    const what = 'the Cache API failed to read an entry';
    const response = await callStore(what, () => cache.match(url));
    if (response === undefined) return null;
    const deadline = integerOf(response.headers.get(DEADLINE));
    if (deadline === undefined || this.#options.now() < deadline) return response;
    await dropBody(response);
    // That it stays is no reason to fail a read.
    await cache.delete(url).catch(() => {});
    return null;
  }

  async #opened(): Promise<CacheLike> {
    // Not the promise: one of another request must not be awaited.
    this.#cache ??= await callStore('the Cache API failed to open the cache', this.#open);
    return this.#cache;
  }

  #url(key: string): string {
    if (this.#closed) throw closedError();
    this.validateKey(key);
    return ORIGIN + encodeURIComponent(this.keyPrefix + key);
  }
}

/**
 * A store in the Cache API: `workersCacheAPI()`, or with a cache of its own: `workersCacheAPI({ name })`.
 * @throws {ConfigurationError} for unknown or unfit options, and where there is no Cache API
 */
export function workersCacheAPI(options: CacheAPIBackendOptions = {}): CacheAPIBackend {
  return new CacheAPIBackend(options);
}

function resolveCache({ cache, name }: CacheAPIBackendOptions): () => Promise<CacheLike> {
  if (cache !== undefined) {
    if (name !== undefined) throw new ConfigurationError('take either a cache or a name, not both');
    if (!hasMethods(cache, ['match', 'put', 'delete'])) {
      throw new ConfigurationError('cache must be one of the Cache API');
    }
    return async () => cache;
  }
  const caches: unknown = Reflect.get(globalThis, 'caches');
  if (!isCacheStorage(caches)) throw new ConfigurationError('there is no Cache API here');
  if (name === undefined) return async () => caches.default;
  if (typeof name !== 'string' || name === '') {
    throw new ConfigurationError('name must be the name of a cache');
  }
  return () => caches.open(name);
}

function isCacheStorage(value: unknown): value is CacheStorageLike {
  return hasMethods(value, ['open']) && Reflect.get(value, 'default') !== undefined;
}

/**
 * What is left of `max-age` by the `Age` that the platform tells, and by our own deadline: the less of both.
 * `undefined` where neither says anything, or the entry was stored without a TTL.
 */
function remainingSeconds({ headers }: CachedResponseLike, now: number): number | undefined {
  const deadline = integerOf(headers.get(DEADLINE));
  if (deadline === undefined) return undefined;
  const left = (deadline - now) / 1000;
  const [, maxAge] = /^max-age=(\d{1,9})$/.exec(headers.get('Cache-Control') ?? '') ?? [];
  const age = integerOf(headers.get('Age'));
  if (maxAge === undefined || age === undefined) return left;
  return Math.max(0, Math.min(left, Number(maxAge) - age));
}

function integerOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}

async function dropBody(response: CachedResponseLike | null): Promise<void> {
  await response?.body?.cancel();
}
