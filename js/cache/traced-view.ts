import type {
  CallOptions,
  GetOptions,
  GetOrSetOptions,
  InvalidateOptions,
  InvalidationLevel,
  SetOptions,
  WrapOptions,
} from '../api.ts';
import type { SpanAttributes } from '../metrics/span-types.ts';
import type { Background } from './background.ts';
import { CacheView } from './cache.ts';
import type { CacheState } from './cache-state.ts';

/** A view of the cache; one with spans only where the cache has tracing, so that others pay nothing. */
export function openView(state: CacheState, background: Background | null): CacheView {
  return state.parts.traced ? new TracedView(state, background) : new CacheView(state, background);
}

/** A span around each operation. Of keys it tells the digest, and how many there are. */
class TracedView extends CacheView {
  readonly #state: CacheState;

  constructor(state: CacheState, background: Background | null) {
    super(state, background);
    this.#state = state;
  }

  override get<T>(key: string, options?: GetOptions): Promise<T | null> {
    return this.#span('get', key, () => super.get<T>(key, options));
  }

  override getMany<T>(keys: readonly string[], options?: GetOptions): Promise<Map<string, T>> {
    return this.#batch('getMany', keys, () => super.getMany<T>(keys, options));
  }

  override set<T>(key: string, value: T, options?: SetOptions): Promise<void> {
    return this.#span('set', key, () => super.set(key, value, options));
  }

  override async setMany<T>(
    entries: Iterable<readonly [string, T]>,
    options?: SetOptions,
  ): Promise<void> {
    // An iterator may be read only once.
    const list = [...entries];
    await this.#batch('setMany', list, () => super.setMany(list, options));
  }

  override delete(key: string, options?: CallOptions): Promise<boolean> {
    return this.#span('delete', key, () => super.delete(key, options));
  }

  override deleteMany(keys: readonly string[], options?: CallOptions): Promise<number> {
    return this.#batch('deleteMany', keys, () => super.deleteMany(keys, options));
  }

  override exists(key: string, options?: CallOptions): Promise<boolean> {
    return this.#span('exists', key, () => super.exists(key, options));
  }

  override getOrSet<T>(
    key: string,
    compute: () => T | PromiseLike<T>,
    options?: GetOrSetOptions,
  ): Promise<T> {
    return this.#span('getOrSet', key, () => super.getOrSet(key, compute, options));
  }

  override wrap<A extends unknown[], R>(
    compute: (...args: A) => R,
    options: WrapOptions<A>,
  ): (...args: A) => Promise<Awaited<R>> {
    const wrapped = super.wrap(compute, options);
    const { tracing } = this.#state.parts;
    return function traced(this: unknown, ...args: A): Promise<Awaited<R>> {
      return tracing.withSpan('sealcache.wrap', {}, () => Reflect.apply(wrapped, this, args));
    };
  }

  override invalidate(level: InvalidationLevel, options?: InvalidateOptions): Promise<void> {
    return this.#run('invalidate', {}, () => super.invalidate(level, options));
  }

  #span<T>(operation: string, key: string, run: () => Promise<T>): Promise<T> {
    const { tracing, digest } = this.#state.parts;
    if (!tracing.enabled) return run();
    // A key of another type is refused inside.
    const named = typeof key === 'string' ? { 'cache.key.digest': digest(key) } : {};
    return this.#run(operation, named, run);
  }

  #batch<T>(operation: string, list: readonly unknown[], run: () => Promise<T>): Promise<T> {
    const named = Array.isArray(list) ? { 'cache.keys': list.length } : {};
    return this.#run(operation, named, run);
  }

  #run<T>(operation: string, attributes: SpanAttributes, run: () => Promise<T>): Promise<T> {
    return this.#state.parts.tracing.withSpan(`sealcache.${operation}`, attributes, run);
  }
}
