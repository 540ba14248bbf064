import { MAX_TTL_SECONDS } from '../config/ttl.ts';
import { TimeoutError, ValueTooLargeError } from '../errors.ts';
import { describeError } from '../log/describe-error.ts';
import { RateLimited } from '../log/rate-limited.ts';
import { CircuitBreaker } from '../reliability/circuit-breaker.ts';
import { after } from '../reliability/clock.ts';
import type { Backend, StoredEntry } from './backend.ts';
import type { ResolvedTieredOptions } from './tiered-options.ts';

/** Keys whose copy could not be brought up to date. */
const MAX_DOUBTFUL = 10_000;

/**
 * The near store as one that may fail: whatever it throws is a miss, or a copy less. It has a time for each
 * operation and a breaker, so that a dead one is soon left alone.
 */
export class NearStore {
  readonly #store: Backend;
  readonly #options: ResolvedTieredOptions;
  readonly #breaker = new CircuitBreaker();
  readonly #warnings = new RateLimited();
  readonly #doubtful = new Set<string>();

  constructor(store: Backend, options: ResolvedTieredOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** `undefined` where it failed, which says nothing of what it has. */
  async get(key: string): Promise<StoredEntry | null | undefined> {
    if (this.#doubtful.has(key)) return null;
    const store = this.#store;
    return await this.#attempt<StoredEntry | null | undefined>(undefined, async () => {
      if (store.getWithTtl !== undefined) return await store.getWithTtl(key);
      const bytes = await store.get(key);
      return bytes === null ? null : { bytes };
    });
  }

  /** As `get` of each, in one round trip where the store can. */
  async getMany(keys: readonly string[]): Promise<(Uint8Array | null)[]> {
    const store = this.#store;
    const misses = keys.map(() => null);
    const found = await this.#attempt<(Uint8Array | null)[]>(misses, async () =>
      store.getMany === undefined
        ? await Promise.all(keys.map((key) => store.get(key)))
        : await store.getMany(keys),
    );
    return found.map((bytes, i) => (this.#doubtful.has(keys[i] ?? '') ? null : bytes));
  }

  async exists(key: string): Promise<boolean> {
    if (this.#doubtful.has(key)) return false;
    return await this.#attempt(false, () => this.#store.exists(key));
  }

  /**
   * Keeps a copy where it can.
   * @param lives seconds that the entry lives from now; `undefined` for not known or no end
   */
  async copy(key: string, bytes: Uint8Array, lives: number | undefined): Promise<boolean> {
    // Down, so that no copy outlives the entry.
    const seconds = Math.floor(Math.min(lives ?? MAX_TTL_SECONDS, this.#longest(lives)));
    if (seconds < 1) return false;
    const setting = async (): Promise<boolean> => {
      await this.#store.set(key, bytes, seconds);
      return true;
    };
    // Done after all, it may have replaced a newer copy.
    const kept = await this.#attempt(false, setting, () => this.drop(key));
    if (kept) this.#doubtful.delete(key);
    return kept;
  }

  /** Keeps a copy, or else makes sure that there is no older one. */
  async put(key: string, bytes: Uint8Array, lives: number | undefined): Promise<void> {
    if (!(await this.copy(key, bytes, lives))) await this.drop(key);
  }

  /** Removes a copy. One that stays is not read again, unless there are too many of those. */
  async drop(key: string): Promise<void> {
    const dropped = await this.#attempt(false, async () => {
      await this.#store.delete(key);
      return true;
    });
    this.#doubtful.delete(key);
    if (dropped) return;
    this.#doubtful.add(key);
    for (const oldest of this.#doubtful) {
      if (this.#doubtful.size <= MAX_DOUBTFUL) break;
      this.#doubtful.delete(oldest);
    }
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** 0 where nothing bounds a copy. Others may have given an entry more than any store takes here. */
  #longest(lives: number | undefined): number {
    return this.#options.nearTtl ?? (lives === undefined ? 0 : MAX_TTL_SECONDS);
  }

  /** @param late called when work ends that nobody waited for any more */
  async #attempt<T>(
    otherwise: T,
    work: () => Promise<T>,
    late: () => Promise<void> = async () => {},
  ): Promise<T> {
    try {
      return await this.#breaker.execute(() => this.#inTime(work, late));
    } catch (error) {
      // A store for small values is no broken one.
      if (!(error instanceof ValueTooLargeError)) {
        this.#warnings.warn('near', () => `the near store failed: ${describeError(error)}`);
      }
      return otherwise;
    }
  }

  async #inTime<T>(work: () => Promise<T>, late: () => Promise<void>): Promise<T> {
    const { nearTimeout } = this.#options;
    const { promise: limit, reject } = Promise.withResolvers<never>();
    const running = work();
    const cancel = after(nearTimeout, () => {
      reject(new TimeoutError(`the near store did not answer in ${nearTimeout} ms`));
      running.then(late, late);
    });
    try {
      return await Promise.race([running, limit]);
    } finally {
      cancel();
    }
  }
}
