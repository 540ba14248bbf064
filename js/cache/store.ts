import { type Backend, isTTLBackend, type StoredEntry } from '../backends/backend.ts';
import type { Tracing } from '../metrics/tracing.ts';
import type { Executor } from '../reliability/executor.ts';
import type { ExecuteOptions } from '../reliability/retry.ts';
import type { Observer } from './observer.ts';

/** Ends an operation early: the caller's own signal, and milliseconds for this call. */
export type CallLimits = ExecuteOptions;

/**
 * The backend behind retry, breaker and degradation. Only what talks to the store is in here: bytes
 * are made before and read after, so that a bad value never opens the breaker.
 */
export class Store {
  readonly #backend: Backend;
  readonly #executor: Executor;
  readonly #observer: Observer;
  readonly #tracing: Tracing;

  constructor(backend: Backend, executor: Executor, observer: Observer, tracing: Tracing) {
    this.#backend = backend;
    this.#executor = executor;
    this.#observer = observer;
    this.#tracing = tracing;
  }

  get degrades(): boolean {
    return this.#executor.degradation;
  }

  /** Whether `getMany` keeps back how long entries live, which `get` tells. */
  get batchHidesLife(): boolean {
    return this.#backend.getMany !== undefined && this.#backend.getWithTtl !== undefined;
  }

  /** The stored entry, `null` for a miss, `undefined` where a failure was turned into one. */
  async get(key: string, limits?: CallLimits): Promise<StoredEntry | null | undefined> {
    const started = this.#observer.started();
    try {
      const entry = await this.#executor.run(
        this.#traced('get', () => this.#read(key)),
        limits,
      );
      this.#observer.succeeded('get', started);
      return entry;
    } catch (error) {
      this.#absorb('get', key, error, limits, 'treated as a miss');
      return undefined;
    }
  }

  /** As `get` for each key; one round trip where the backend can. */
  async getMany(
    keys: readonly string[],
    limits?: CallLimits,
  ): Promise<(StoredEntry | null | undefined)[]> {
    const { getMany } = this.#backend;
    if (getMany === undefined) return await Promise.all(keys.map((key) => this.get(key, limits)));
    try {
      const found = await this.#timed(
        'get',
        () => Reflect.apply(getMany, this.#backend, [keys]),
        limits,
      );
      return found.map((bytes) => (bytes === null ? null : { bytes }));
    } catch (error) {
      this.#absorb('get', keys[0] ?? '', error, limits, 'treated as misses');
      return keys.map(() => undefined);
    }
  }

  /** As `set` for each entry; one round trip where the backend can. Whether the store took each. */
  async setMany(
    entries: readonly (readonly [string, Uint8Array])[],
    ttlSeconds: number,
    limits?: CallLimits,
    wanted: (key: string) => boolean = always,
  ): Promise<boolean[]> {
    const { setMany } = this.#backend;
    if (setMany === undefined) {
      return await Promise.all(
        entries.map(([key, bytes]) => this.set(key, bytes, ttlSeconds, limits, () => wanted(key))),
      );
    }
    let sent = entries;
    const attempt = (): Promise<void> => {
      sent = entries.filter(([key]) => wanted(key));
      if (sent.length === 0) return NOTHING;
      return Reflect.apply(setMany, this.#backend, [sent, expiring(ttlSeconds)]);
    };
    try {
      await this.#timed('set', attempt, limits);
      return entries.map((entry) => sent.includes(entry));
    } catch (error) {
      this.#absorb('set', entries[0]?.[0] ?? '', error, limits, 'not stored');
      return entries.map(() => false);
    }
  }

  /** How many entries were there, advisory; one round trip where the backend can. */
  async deleteMany(keys: readonly string[], limits?: CallLimits): Promise<number> {
    const { deleteMany } = this.#backend;
    if (deleteMany === undefined) {
      const existed = await Promise.all(keys.map((key) => this.delete(key, limits)));
      return existed.filter(Boolean).length;
    }
    try {
      return await this.#timed(
        'delete',
        () => Reflect.apply(deleteMany, this.#backend, [keys]),
        limits,
      );
    } catch (error) {
      this.#absorb('delete', keys[0] ?? '', error, limits, 'not deleted in the store');
      return 0;
    }
  }

  /**
   * Whether the store took it; false where a failure was absorbed.
   * @param wanted asked before each attempt: what was overtaken during a back-off is not written
   */
  async set(
    key: string,
    bytes: Uint8Array,
    ttlSeconds: number,
    limits?: CallLimits,
    wanted: () => boolean = always,
  ): Promise<boolean> {
    let sent = false;
    const attempt = (): Promise<void> => {
      sent = wanted();
      return sent ? this.#backend.set(key, bytes, expiring(ttlSeconds)) : NOTHING;
    };
    // Not by `#timed`: a further promise in each write is worth avoiding.
    const started = this.#observer.started();
    try {
      await this.#executor.run(this.#traced('set', attempt), limits);
      this.#observer.succeeded('set', started);
      return sent;
    } catch (error) {
      this.#absorb('set', key, error, limits, 'not stored');
      return false;
    }
  }

  /** What the store said, `false` where a failure was absorbed. */
  async delete(key: string, limits?: CallLimits): Promise<boolean> {
    try {
      return await this.#timed('delete', () => this.#backend.delete(key), limits);
    } catch (error) {
      this.#absorb('delete', key, error, limits, 'not deleted in the store');
      return false;
    }
  }

  /** Whether the entry was there, `undefined` where a failure was absorbed or the store cannot do it. */
  async refreshTTL(key: string, ttlSeconds: number): Promise<boolean | undefined> {
    const backend = this.#backend;
    if (!isTTLBackend(backend)) return undefined;
    try {
      return await this.#timed('refresh_ttl', () => backend.refreshTTL(key, ttlSeconds), undefined);
    } catch (error) {
      this.#absorb('refresh_ttl', key, error, undefined, 'the entry expires when it would have');
      return undefined;
    }
  }

  async exists(key: string, limits?: CallLimits): Promise<boolean> {
    try {
      return await this.#timed('exists', () => this.#backend.exists(key), limits);
    } catch (error) {
      this.#absorb('exists', key, error, limits, 'treated as absent');
      return false;
    }
  }

  async #timed<T>(
    operation: string,
    run: () => Promise<T>,
    limits: CallLimits | undefined,
  ): Promise<T> {
    const started = this.#observer.started();
    const answer = await this.#executor.run(this.#traced(operation, run), limits);
    this.#observer.succeeded(operation, started);
    return answer;
  }

  /** A span for each attempt, so that retries show. */
  #traced<T>(operation: string, run: () => Promise<T>): () => Promise<T> {
    const tracing = this.#tracing;
    if (!tracing.enabled) return run;
    return () => tracing.withSpan(`sealcache.store.${operation}`, {}, run);
  }

  #read(key: string): Promise<StoredEntry | null> {
    const { getWithTtl } = this.#backend;
    if (getWithTtl !== undefined) return Reflect.apply(getWithTtl, this.#backend, [key]);
    return this.#bare(key);
  }

  async #bare(key: string): Promise<StoredEntry | null> {
    const bytes = await this.#backend.get(key);
    return bytes === null ? null : { bytes };
  }

  /** A caller who aborted wants to know it; everything else is what degradation is for. */
  #absorb(
    operation: string,
    key: string,
    error: unknown,
    limits: CallLimits | undefined,
    consequence: string,
  ): void {
    if (limits?.signal?.aborted === true) throw error;
    if (!this.#executor.degradation) throw error;
    this.#observer.failed(operation, key, error, consequence);
  }
}

const NOTHING = Promise.resolve();

function always(): boolean {
  return true;
}

/** A store is told of no expiry by no TTL. */
function expiring(ttlSeconds: number): number | undefined {
  return ttlSeconds === Number.POSITIVE_INFINITY ? undefined : ttlSeconds;
}
