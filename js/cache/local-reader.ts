import type { MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import type { L1Entry } from '../l1/l1-entry.ts';
import { type Background, handOver } from './background.ts';
import type { LocalTier } from './local-tier.ts';
import { foundValue, type Lookup } from './lookup.ts';
import type { Observer } from './observer.ts';
import type { Refresher } from './refresher.ts';
import type { ResolveOrder } from './resolver.ts';
import type { Sliding } from './sliding.ts';

interface Parts {
  readonly local: LocalTier | null;
  readonly observer: Observer;
  readonly refresher: Refresher | null;
  readonly sliding: Sliding;
}

/**
 * Reads from L1, in the call wherever nothing is to be awaited: a promise costs more than the rest of
 * a hit.
 */
export class LocalReader {
  readonly #parts: Parts;
  readonly #recompute: (order: ResolveOrder) => Promise<void>;

  /** @param recompute makes a value anew behind its readers */
  constructor(parts: Parts, recompute: (order: ResolveOrder) => Promise<void>) {
    this.#parts = parts;
    this.#recompute = recompute;
  }

  /**
   * `null` where L1 has no entry that opens.
   * @param order of a computed value, which is refreshed before its life ends
   */
  read(
    key: string,
    background: Background | null,
    order?: ResolveOrder,
  ): MaybePromise<Lookup | null> {
    const { local } = this.#parts;
    const entry = local?.l1.get(key);
    if (local === null || entry === undefined) return null;
    try {
      const value = local.valueOf(key, entry);
      if (isThenable(value) || entry.slidingTtl > 0) {
        return this.#readLater(key, entry, value, background, order);
      }
      return this.#found(key, entry, value, background, order);
    } catch (error) {
      return this.#drop(key, error);
    }
  }

  async #readLater(
    key: string,
    entry: L1Entry,
    value: MaybePromise<unknown>,
    background: Background | null,
    order: ResolveOrder | undefined,
  ): Promise<Lookup | null> {
    try {
      const found = this.#found(key, entry, await value, background, order);
      if (entry.slidingTtl > 0) await this.#slide(key, entry, background);
      return found;
    } catch (error) {
      return this.#drop(key, error);
    }
  }

  #found(
    key: string,
    entry: L1Entry,
    value: unknown,
    background: Background | null,
    order: ResolveOrder | undefined,
  ): Lookup {
    const { observer, refresher } = this.#parts;
    observer.hit(key, 'l1');
    // A sliding entry is extended instead: it lives as it is for as long as it is used.
    if (order !== undefined && refresher !== null && entry.slidingTtl === 0) {
      refresher.maybeRefresh(key, entry, () => this.#recompute(order), background);
    }
    return foundValue(value);
  }

  /** The copy is bad, whatever the store holds: that is asked next. */
  #drop(key: string, error: unknown): null {
    if (error instanceof ConfigurationError) throw error;
    const { local, observer } = this.#parts;
    local?.delete(key);
    observer.failed('l1_decrypt', key, error, 'the local copy was dropped');
    observer.evicted(key, 'poisoned');
    return null;
  }

  async #slide(key: string, entry: L1Entry, background: Background | null): Promise<void> {
    const { sliding, local, observer } = this.#parts;
    const work = sliding.used(key, entry.slidingTtl, local?.remaining(entry));
    if (work === null) return;
    if (background === null) await work;
    else {
      handOver(work, background, (error) =>
        observer.failed('refresh_ttl', key, error, 'the platform did not take it over'),
      );
    }
  }
}
