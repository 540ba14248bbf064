/** The types a user of a cache sees, on every runtime. */

import type { Backend } from './backends/backend.ts';
import type { BackendConfig } from './config/backend-config.ts';
import type { Ttl } from './config/ttl.ts';
import type { CacheEvents, EventName, Listener } from './events/event-types.ts';
import type { InteropOption } from './interop/option.ts';
import type { InvalidationTransport } from './invalidation/channel.ts';
import type { KeyFormat } from './keys/wrap-key.ts';
import type { L1Config } from './l1/l1-options.ts';
import type { CacheStats } from './metrics/counters.ts';
import type { MetricsOption } from './metrics/metrics-option.ts';
import type { TracingOption } from './metrics/tracing-option.ts';
import type { ReliabilityConfig } from './reliability/options.ts';

export type { CacheEvents, CacheStats, EventName, Listener };

/** End-to-end encryption of every entry of a cache. */
export interface EncryptionConfig {
  /** 64 hex digits. `generateKey()` makes one. */
  masterKey: string;
  /** Whose data this is: part of the key derivation and of what an entry is bound to. Default "default". */
  tenantId?: string;
  /** At most 3 retired keys that may still open entries; never used to seal. */
  previousMasterKeys?: readonly string[];
  /**
   * What an entry that does not open does to a reader, whatever `reliability.degradation` says of an
   * unreachable store. Default: as `degradation` ("miss" when on).
   */
  onFailure?: 'miss' | 'throw';
  /**
   * Rounds the length of every plaintext up, so that the size of an entry says less of its content: to
   * a multiple of so many bytes (16 … 1,048,576), or by the Padmé rule, which adds at most 12 %. Needs
   * `compression: false`, because compressed lengths tell of the content again. Other SDKs cannot read
   * such entries. Default: none.
   */
  padding?: 'padme' | number;
  /**
   * Lets the store see keyed digests (HMAC-SHA256) instead of cache keys. They depend on the master key:
   * after a rotation entries lie under other names, and are made anew. Other SDKs do not find them;
   * excludes `invalidation`, which tells other processes keys in the clear. Default false.
   */
  hideKeys?: boolean;
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
  /** A store, `{ url }` for Redis (on Node), or `{ apiKey }` for a CacheKit service. */
  backend: Backend | BackendConfig;
  /** Seconds an entry lives when a call names no TTL, or 'never' for no expiry. Default 3600. */
  defaultTtl?: Ttl;
  /** Seconds a computed `null` or `undefined` is cached. Default: as any other value. */
  negativeTtl?: Ttl;
  /** Shortens each TTL by a random part of up to this ratio, 0–0.5, so that entries made together do not expire together. Default 0. */
  ttlJitter?: number;
  /** LZ4-compresses entries in a ByteStorage envelope. Default: what the backend prefers, else true. */
  compression?: boolean;
  /** Leave out for a plaintext cache. */
  encryption?: EncryptionConfig;
  serializer?: SerializerConfig;
  /** The in-process tier; `null` takes the defaults, `{ enabled: false }` turns it off. */
  l1?: L1Config | null;
  /** A part that is left out is off, save degradation. */
  reliability?: ReliabilityConfig;
  /** How `wrap` names entries; 'cachekit-ts' shares them with the SDK of that name. */
  keyFormat?: KeyFormat;
  /**
   * Receives counts and timings besides `stats()`: `true` or its settings for prom-client, on Node
   * only, or a sink of your own. Default: off.
   */
  metrics?: MetricsOption;
  /**
   * Spans around operations, computations and each attempt at the store: `true` for the application's
   * own `@opentelemetry/api`, on Node only, or `new OpenTelemetryTracing(tracer)`. Default: off.
   */
  tracing?: TracingOption;
  /** Keeps processes from computing the same value at the same time. Default: each for itself. */
  stampede?: StampedeConfig;
  /** Tells other caches on the same transport what was invalidated, and listens to them. On Node only. */
  invalidation?: InvalidationConfig;
}

/** How caches of several processes hear of each other's `invalidate()`. */
export type InvalidationConfig = TransportConfig | RedisInvalidationConfig;

/** A Redis Pub/Sub channel, on Node. `RedisInvalidationTransport` takes more. */
export interface RedisInvalidationConfig {
  /** A connected client of `ioredis` or `redis`, which stays its giver's to close. */
  redis: object;
  /** Default "cachekit:invalidate". */
  channelName?: string;
  /**
   * Listens to Redis itself, too: L1 also drops what anybody else changed, or what expired or was evicted.
   * For a client of `redis` 5.9 or newer to a single server, Redis 6 or newer or Valkey. Default false.
   */
  tracking?: boolean;
}

export interface TransportConfig {
  /**
   * Stays its giver's to close. On an encrypted cache, events are signed, and others than signed ones
   * of the last minute are ignored; a plaintext cache believes whoever can publish. Keys and
   * namespaces are readable on the channel.
   */
  transport: InvalidationTransport;
}

/** A lock in the store around each computation of `wrap` and `getOrSet`. */
export interface StampedeConfig {
  /** Needs a backend with `acquireLock` and `releaseLock`. Default false. */
  distributedLock?: boolean;
  /** Milliseconds after which a lock ends by itself: longer than a computation takes. Default 30,000. */
  lockTimeoutMs?: number;
  /** Longest wait for another process, milliseconds; then it is computed without. Default 5,000. */
  lockWaitMs?: number;
  /** Milliseconds between two looks at a lock that another holds. Default 100. */
  lockPollMs?: number;
}

/** Ends a call early. */
export interface CallOptions {
  /** Aborting rejects this call alone with the signal's reason; shared work goes on for others. */
  signal?: AbortSignal;
  /** Milliseconds this call may take. */
  timeout?: number;
}

export interface GetOptions extends CallOptions {
  /** Asks the store even if L1 holds the entry. */
  skipL1?: boolean;
}

export interface SetOptions extends CallOptions {
  /** Seconds, > 0; fractions are rounded up. Or 'never' for no expiry. */
  ttl?: Ttl;
  /** Groups entries for `invalidate('namespace', …)`. Default: the key up to a trailing hash. */
  namespace?: string;
  /**
   * Seconds after its TTL that `getOrSet` and `wrap`, asked with `staleIfError` themselves, may serve the
   * value when its computation fails. To all others it is gone. Default 0.
   */
  staleIfError?: number;
  /** Each use gives the entry its TTL back. Needs a store that can extend one. Default false. */
  sliding?: boolean;
  /** For `invalidate('tags', …)`, at most 64 of at most 200 bytes. An entry with tags costs another request to read. */
  tags?: readonly string[];
}

export interface GetOrSetOptions extends SetOptions {
  skipL1?: boolean;
  /** Seconds that a `null` or `undefined` result is cached. */
  negativeTtl?: Ttl;
}

export interface WrapOptions<A extends unknown[] = unknown[]> {
  /** First part of the keys; not empty. */
  namespace: string;
  /** Tells functions of one namespace apart. Two functions need different namespaces or names. */
  name?: string;
  ttl?: Ttl;
  negativeTtl?: Ttl;
  /** See `SetOptions`. */
  staleIfError?: number;
  sliding?: boolean;
  /** The tags of each result, or what gives them for the arguments of a call. */
  tags?: readonly string[] | ((...args: A) => readonly string[]);
  skipL1?: boolean;
  /**
   * Shares the entries with CacheKit SDKs of other languages, which find them under the namespace, this
   * operation and the arguments; see docs/interop.md. Excludes `tags`, `sliding` and `staleIfError`.
   * Default: for this SDK alone.
   */
  interop?: InteropOption;
  /** With `interop`: how many arguments each call has. Must be the function's own number, too. */
  interopArity?: number;
}

export type InvalidationLevel = 'global' | 'namespace' | 'params' | 'tags';

export interface InvalidateOptions {
  namespace?: string;
  key?: string;
  tags?: readonly string[];
}

export interface Cache extends AsyncDisposable {
  /**
   * The cached value, or `null` where there is none. `T` is the caller's claim: nothing checks it.
   * @throws {ConfigurationError} for a bad key, before any I/O
   */
  get<T>(key: string, options?: GetOptions): Promise<T | null>;
  /** The values that are cached, by key; in one round trip where the backend can. */
  getMany<T>(keys: readonly string[], options?: GetOptions): Promise<Map<string, T>>;
  /** @throws {ConfigurationError} for a bad key or TTL, before any I/O */
  set<T>(key: string, value: T, options?: SetOptions): Promise<void>;
  setMany<T>(entries: Iterable<readonly [string, T]>, options?: SetOptions): Promise<void>;
  /** Whether an entry was there; advisory where the store cannot tell. */
  delete(key: string, options?: CallOptions): Promise<boolean>;
  /** How many entries were there; advisory. */
  deleteMany(keys: readonly string[], options?: CallOptions): Promise<number>;
  exists(key: string, options?: CallOptions): Promise<boolean>;
  /** The cached value, or the function's, computed once for all who ask at the same time. */
  getOrSet<T>(
    key: string,
    compute: () => T | PromiseLike<T>,
    options?: GetOrSetOptions,
  ): Promise<T>;
  /** A function that answers from the cache. Arguments become part of the key. */
  wrap<A extends unknown[], R>(
    compute: (...args: A) => R,
    options: WrapOptions<A>,
  ): (...args: A) => Promise<Awaited<R>>;
  /** `wrap` with its arguments the other way round. */
  with(
    options: WrapOptions,
  ): <A extends unknown[], R>(compute: (...args: A) => R) => (...args: A) => Promise<Awaited<R>>;
  /**
   * Drops entries of this process, and with the option `invalidation` of others; `params` deletes one
   * entry in the store, too, and `tags` makes every entry with one of the tags a miss in the store.
   */
  invalidate(level: InvalidationLevel, options?: InvalidateOptions): Promise<void>;
  /** What the cache did since it was made, and what L1 and the breaker are now. */
  stats(): CacheStats;
  /** @returns a function that removes the listener */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void;
  off<Name extends EventName>(name: Name, listener: Listener<Name>): void;
  /** Wipes keys and closes the backend. Idempotent; later calls reject. */
  close(): Promise<void>;
}

/** A cache whose entries are encrypted. */
export interface SecureCache extends Cache {
  readonly secure: Pick<Cache, 'wrap'>;
}

/** What of a Worker's execution context is used. */
export interface ExecutionContextLike {
  waitUntil(work: Promise<unknown>): void;
}
