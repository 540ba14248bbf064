import type {
  CallOptions,
  EventName,
  GetOptions,
  GetOrSetOptions,
  InvalidateOptions,
  InvalidationLevel,
  Listener,
  SecureCache,
  SetOptions,
  WrapOptions,
} from '../api.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { isThenable } from '../core/thenable.ts';
import type { CacheStats } from '../metrics/counters.ts';
import type { Background } from './background.ts';
import { deleteMany, getMany, setMany } from './batch.ts';
import type { CacheState } from './cache-state.ts';
import { limitsOf } from './call-limits.ts';
import { type CallTerms, termsOf } from './call-terms.ts';
import { entryTerms, NO_TAGS } from './entry-terms.ts';
import { deleteEverywhere, invalidate } from './invalidation.ts';
import type { Lookup } from './lookup.ts';
import type { CallLimits } from './store.ts';
import type { Watch } from './watches.ts';
import { wrapFunction } from './wrap.ts';

const SET_OPTIONS = ['ttl', 'namespace', 'staleIfError', 'sliding', 'tags', 'signal', 'timeout'];
const GET_OPTIONS = ['skipL1', 'signal', 'timeout'];
const GET_OR_SET_OPTIONS = [...SET_OPTIONS, 'skipL1', 'negativeTtl'];

/**
 * A view of a cache. All views of one cache share everything but where background work goes: with
 * `null` nothing is refreshed behind a reader's back (a Worker outside of `withExecutionContext`).
 */
export class CacheView implements SecureCache {
  readonly #state: CacheState;
  readonly #background: Background | null;

  constructor(state: CacheState, background: Background | null) {
    this.#state = state;
    this.#background = background;
  }

  /** Not an async function: where L1 answers in the call, its own promise is all that is made. */
  get<T>(key: string, options?: GetOptions): Promise<T | null>;
  get(key: string, options?: GetOptions): Promise<unknown> {
    try {
      this.#state.requireUsable(key);
      if (options !== undefined) requireKnown(options, GET_OPTIONS, 'get()');
      const { resolver } = this.#state.parts;
      const skipL1 = options?.skipL1 === true;
      const lookup = resolver.read(key, skipL1, limitsOf(options), this.#background);
      return isThenable(lookup) ? foundIn(lookup) : Promise.resolve(lookup.value);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  getMany<T>(keys: readonly string[], options?: GetOptions): Promise<Map<string, T>>;
  async getMany(keys: readonly string[], options?: GetOptions): Promise<Map<string, unknown>> {
    if (options !== undefined) requireKnown(options, GET_OPTIONS, 'getMany()');
    return await getMany(this.#state, keys, options, this.#background);
  }

  /** Not an async function: a promise of its own around that of the writer is worth avoiding. */
  set<T>(key: string, value: T, options?: SetOptions): Promise<void> {
    try {
      this.#state.requireUsable(key);
      if (options !== undefined) requireKnown(options, SET_OPTIONS, 'set()');
      const { writer, watches, resolver } = this.#state.parts;
      const call = termsOf(this.#state.parts, options);
      const limits = limitsOf(options);
      const namespace = options?.namespace ?? null;
      const watch = watches.begin(key, namespace, true, call.tags);
      resolver.forget(key);
      if (call.tags.length > 0) return this.#setTagged(value, call, limits, watch);
      return writer.write({ value, terms: entryTerms(call, call.ttl, NO_TAGS), limits, watch });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async #setTagged(
    value: unknown,
    call: CallTerms,
    limits: CallLimits | undefined,
    watch: Watch,
  ): Promise<void> {
    const { writer, watches, tags } = this.#state.parts;
    let versions: ReadonlyMap<string, string>;
    try {
      versions = await tags.forWriting(call.tags, limits);
    } catch (error) {
      watches.end(watch);
      throw error;
    }
    await writer.write({ value, terms: entryTerms(call, call.ttl, versions), limits, watch });
  }

  async setMany<T>(entries: Iterable<readonly [string, T]>, options?: SetOptions): Promise<void> {
    if (options !== undefined) requireKnown(options, SET_OPTIONS, 'setMany()');
    await setMany(this.#state, entries, options);
  }

  async delete(key: string, options?: CallOptions): Promise<boolean> {
    this.#state.requireUsable(key);
    const existed = await deleteEverywhere(this.#state, key, limitsOf(options));
    this.#state.parts.observer.done('delete', key);
    return existed;
  }

  async deleteMany(keys: readonly string[], options?: CallOptions): Promise<number> {
    return await deleteMany(this.#state, keys, options);
  }

  async exists(key: string, options?: CallOptions): Promise<boolean> {
    this.#state.requireUsable(key);
    const { resolver, store } = this.#state.parts;
    if (await resolver.holdsLocally(key)) return true;
    return await store.exists(key, limitsOf(options));
  }

  getOrSet<T>(
    key: string,
    compute: () => T | PromiseLike<T>,
    options?: GetOrSetOptions,
  ): Promise<T>;
  async getOrSet(key: string, compute: () => unknown, options?: GetOrSetOptions): Promise<unknown> {
    this.#state.requireUsable(key);
    if (options !== undefined) requireKnown(options, GET_OR_SET_OPTIONS, 'getOrSet()');
    return await this.#state.parts.resolver.resolve({
      key,
      namespace: options?.namespace ?? null,
      terms: termsOf(this.#state.parts, options),
      skipL1: options?.skipL1 === true,
      compute: async () => compute(),
      limits: limitsOf(options),
      background: this.#background,
    });
  }

  wrap<A extends unknown[], R>(
    compute: (...args: A) => R,
    options: WrapOptions<A>,
  ): (...args: A) => Promise<Awaited<R>> {
    return wrapFunction(this.#state, this.#background, compute, options);
  }

  with(
    options: WrapOptions,
  ): <A extends unknown[], R>(compute: (...args: A) => R) => (...args: A) => Promise<Awaited<R>> {
    return (compute) => this.wrap(compute, options);
  }

  /** Refuses at registration where entries are not encrypted: a name must keep what it says. */
  readonly secure = {
    wrap: <A extends unknown[], R>(
      compute: (...args: A) => R,
      options: WrapOptions<A>,
    ): ((...args: A) => Promise<Awaited<R>>) => {
      this.#state.parts.format.requireSealed();
      return this.wrap(compute, options);
    },
  };

  async invalidate(level: InvalidationLevel, options?: InvalidateOptions): Promise<void> {
    this.#state.requireOpen();
    await invalidate(this.#state, level, options);
  }

  stats(): CacheStats {
    return this.#state.parts.counters.snapshot();
  }

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    return this.#state.parts.events.on(name, listener);
  }

  off<Name extends EventName>(name: Name, listener: Listener<Name>): void {
    this.#state.parts.events.off(name, listener);
  }

  close(): Promise<void> {
    return this.#state.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

async function foundIn(lookup: PromiseLike<Lookup>): Promise<unknown> {
  return (await lookup).value;
}

function requireKnown(options: object, names: readonly string[], where: string): void {
  requireOptionsObject(options, where);
  requireKnownOptions(options, names, where);
}
