import { isThenable } from '../core/thenable.ts';
import type { Tracing } from '../metrics/tracing.ts';
import { entryTerms, NO_TAGS } from './entry-terms.ts';
import type { LocalTier } from './local-tier.ts';
import type { Lookup } from './lookup.ts';
import type { Observer } from './observer.ts';
import type { ResolveOrder } from './resolver.ts';
import type { TagVersions } from './tag-versions.ts';
import type { Watch } from './watches.ts';
import type { Writer } from './writer.ts';

interface Parts {
  readonly writer: Writer;
  readonly local: LocalTier | null;
  readonly tags: TagVersions;
  readonly observer: Observer;
  readonly tracing: Tracing;
}

/** Makes a value that the cache does not have, and caches it. */
export class Computer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * @param found what the store had: perhaps a value to fall back on; `null` for a refresh, whose
   *   failure nobody waits for
   */
  async run(order: ResolveOrder, watch: Watch, found: Lookup | null): Promise<unknown> {
    const { ttl, negativeTtl, staleIfError, tags } = order.terms;
    // Before the computation: a tag that is invalidated while it runs makes its value out of date.
    const versions = tags.length === 0 ? NO_TAGS : await this.#parts.tags.forWriting(tags);
    let value: unknown;
    try {
      value = await this.#compute(order);
    } catch (error) {
      if (found === null || staleIfError === 0) throw error;
      return await this.#fallBack(order, found, error);
    }
    const chosenTtl = value === null || value === undefined ? negativeTtl : ttl;
    const terms = entryTerms(order.terms, chosenTtl, versions);
    await this.#parts.writer.write({ value, terms, limits: undefined, watch });
    return value;
  }

  #compute(order: ResolveOrder): Promise<unknown> {
    const { tracing } = this.#parts;
    if (!tracing.enabled) return order.compute();
    return tracing.withSpan('sealcache.compute', {}, order.compute);
  }

  /** What was good once, from the store or from L1; else the error of the computation. */
  async #fallBack(order: ResolveOrder, found: Lookup, error: unknown): Promise<unknown> {
    const stale = found.stale ?? (order.skipL1 ? undefined : await this.#staleLocally(order.key));
    if (stale === undefined) throw error;
    this.#parts.observer.failed('compute', order.key, error, 'the stale value was served');
    return stale.value;
  }

  async #staleLocally(key: string): Promise<{ readonly value: unknown } | undefined> {
    const { local, observer } = this.#parts;
    const entry = local?.l1.getStale(key);
    if (local === null || entry === undefined) return undefined;
    try {
      const value = local.valueOf(key, entry);
      return { value: isThenable(value) ? await value : value };
    } catch (error) {
      local.delete(key);
      observer.failed('l1_decrypt', key, error, 'the local copy was dropped');
      return undefined;
    }
  }
}
