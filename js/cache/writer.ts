import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import type { EntryCodec, EntryFormat } from './entry-format.ts';
import { withLabel } from './entry-label.ts';
import { type EntryTerms, labelFor } from './entry-terms.ts';
import type { LocalContent, LocalTier } from './local-tier.ts';
import type { Observer } from './observer.ts';
import type { CallLimits, Store } from './store.ts';
import type { Watch, Watches } from './watches.ts';

/** What to write. */
export interface WriteOrder {
  readonly value: unknown;
  readonly terms: EntryTerms;
  readonly limits: CallLimits | undefined;
  /** A caller's own write goes to the store unless a later one began, a computed value until overtaken. */
  readonly watch: Watch;
}

/**
 * Tells that the store has taken an entry, which lives there until then, milliseconds since the epoch.
 * Whether the copy may stay in spite of what the store told of the key meanwhile.
 */
export type WroteEntry = (key: string, stored: Uint8Array, until: number) => boolean;

/**
 * The one write path, for `set`, computed values and refreshes alike: encode, pack, seal, then store,
 * then keep a local copy. The bytes are made outside the reliability stack. On a synchronous core
 * nothing is awaited before the store.
 */
export class Writer {
  readonly #store: Store;
  readonly #format: EntryFormat;
  readonly #codec: EntryCodec;
  readonly #local: LocalTier | null;
  readonly #watches: Watches;
  readonly #observer: Observer;
  readonly #now: () => number;
  readonly #wrote: WroteEntry;

  constructor(parts: {
    store: Store;
    format: EntryFormat;
    codec: EntryCodec;
    local: LocalTier | null;
    watches: Watches;
    observer: Observer;
    now: () => number;
    wrote: WroteEntry;
  }) {
    this.#store = parts.store;
    this.#format = parts.format;
    this.#codec = parts.codec;
    this.#local = parts.local;
    this.#watches = parts.watches;
    this.#observer = parts.observer;
    this.#now = parts.now;
    this.#wrote = parts.wrote;
  }

  /**
   * Ends the watch of a caller's own write, which has no other user: one async function for the whole
   * of it, because each further one costs as much as sealing a small value.
   */
  async write({ value, watch, terms, limits }: WriteOrder): Promise<void> {
    const { key } = watch;
    const begun = this.#now();
    let stored: Uint8Array;
    let local: LocalContent | null;
    let kept: boolean;
    try {
      try {
        const encoded = this.#codec.encode(value);
        this.#begin(watch);
        // Before the await below: `encoded` is the codec's own buffer.
        local = this.#local?.contentOf(encoded) ?? null;
        const written = this.#format.write(key, labelled(encoded, terms, begun));
        stored = isThenable(written) ? await written : written;
      } catch (error) {
        this.#unwritable(key, error);
        return;
      }
      // An asynchronous core may end two seals in the other order than they began.
      if (!isWanted(watch)) return;
      try {
        kept = await this.#store.set(key, stored, storedSeconds(terms), limits, () =>
          isWanted(watch),
        );
      } catch (error) {
        this.#unknown(watch);
        throw error;
      }
      if (kept) this.#observer.done('set', key);
      this.#watches.overtakeReaders(key, watch);
      this.#keep(watch, terms, stored, local, begun, kept);
    } finally {
      if (watch.writes) this.#watches.end(watch);
    }
  }

  /** As `write` for several entries of one lifetime; in one round trip where the backend can. */
  async writeMany(orders: readonly WriteOrder[], limits: CallLimits | undefined): Promise<void> {
    const begun = this.#now();
    const ready: { order: WriteOrder; stored: Uint8Array; local: LocalContent | null }[] = [];
    for (const order of orders) {
      const { key } = order.watch;
      try {
        const encoded = this.#codec.encode(order.value);
        this.#begin(order.watch);
        const local = this.#local?.contentOf(encoded) ?? null;
        const written = this.#format.write(key, labelled(encoded, order.terms, begun));
        ready.push({ order, stored: isThenable(written) ? await written : written, local });
      } catch (error) {
        this.#unwritable(key, error);
      }
    }
    const current = ready.filter(({ order }) => !order.watch.superseded);
    const [first] = current;
    if (first === undefined) return;
    const entries = current.map(({ order, stored }): [string, Uint8Array] => [
      order.watch.key,
      stored,
    ]);
    const ttlSeconds = storedSeconds(first.order.terms);
    const byKey = new Map(current.map(({ order }) => [order.watch.key, order.watch]));
    const wanted = (key: string) => byKey.get(key)?.superseded !== true;
    let kept: boolean[];
    try {
      kept = await this.#store.setMany(entries, ttlSeconds, limits, wanted);
    } catch (error) {
      for (const watch of byKey.values()) this.#unknown(watch);
      throw error;
    }
    for (const [index, { order, stored, local }] of current.entries()) {
      const { watch, terms } = order;
      if (kept[index] === true) this.#observer.done('set', watch.key);
      this.#watches.overtakeReaders(watch.key, watch);
      this.#keep(watch, terms, stored, local, begun, kept[index] === true);
    }
  }

  /** Also where the store did not take it: in an outage the origin is not asked on every call. */
  #keep(
    watch: Watch,
    terms: EntryTerms,
    stored: Uint8Array,
    content: LocalContent | null,
    begun: number,
    kept: boolean,
  ): void {
    const local = this.#local;
    if (local === null || watch.overtaken) return;
    // The store tells of one's own write as of any other's, mostly before it has answered.
    const judged = kept && this.#wrote(watch.key, stored, begun + storedSeconds(terms) * 1000);
    if (judged || !watch.changed) local.keep(watch, terms, stored, content, begun);
  }

  /** A write that failed may have reached the store: nobody keeps what was there before it. */
  #unknown(watch: Watch): void {
    this.#watches.overtakeReaders(watch.key, watch);
    if (!watch.overtaken) this.#local?.delete(watch.key);
  }

  /**
   * From here on a caller's own write will happen; one that cannot be encoded changes nothing, and one
   * that a later write has passed meanwhile stays behind it.
   */
  #begin(watch: Watch): void {
    if (watch.writes && !watch.superseded) this.#watches.overtake(watch.key, watch);
  }

  /** A value that cannot be encoded or sealed. Wrong set-up is never absorbed. */
  #unwritable(key: string, error: unknown): void {
    if (!this.#store.degrades || error instanceof ConfigurationError) throw error;
    this.#observer.failed('encode', key, error, 'the value was not stored');
  }
}

function isWanted(watch: Watch): boolean {
  return watch.writes ? !watch.superseded : !watch.overtaken;
}

function labelled(encoded: Uint8Array, terms: EntryTerms, now: number): Uint8Array {
  const label = labelFor(terms, now);
  return label === null ? encoded : withLabel(label, encoded);
}

function storedSeconds({ ttlSeconds, staleSeconds }: EntryTerms): number {
  return ttlSeconds + staleSeconds;
}
