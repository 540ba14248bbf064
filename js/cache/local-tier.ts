import type { MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import type { Part } from '../l1/arena.ts';
import type { L1Cache } from '../l1/l1-cache.ts';
import type { L1Entry } from '../l1/l1-entry.ts';
import type { MetricsSink } from '../metrics/sink.ts';
import type { EntryCodec, EntryFormat } from './entry-format.ts';
import type { EntryTerms } from './entry-terms.ts';

const NO_TAGS: readonly string[] = [];

/** What L1 will hold of a value, made while the encoded bytes are at hand. */
export interface LocalContent {
  /** The decoded value, where all share it. */
  readonly value: unknown;
  /** The encoded bytes, where every hit decodes them; else `null`. */
  readonly part: Part | null;
  readonly bytes: number;
}

/** Whose entry it is. */
export interface LocalOwner {
  readonly key: string;
  readonly namespace: string | null;
}

/**
 * What L1 holds and how it is read: ciphertext where entries are sealed, else encoded bytes, so that
 * every hit decodes a value of its own; with `isolation: 'shared'` the decoded value itself.
 */
export class LocalTier {
  readonly l1: L1Cache;
  readonly #format: EntryFormat;
  readonly #codec: EntryCodec;
  readonly #metrics: MetricsSink;
  readonly #now: () => number;
  readonly #life: { closed: boolean };

  constructor(
    l1: L1Cache,
    format: EntryFormat,
    codec: EntryCodec,
    metrics: MetricsSink,
    now: () => number,
    life = { closed: false },
  ) {
    this.l1 = l1;
    this.#format = format;
    this.#codec = codec;
    this.#metrics = metrics;
    this.#now = now;
    this.#life = life;
  }

  /** The same L1 for entries of another format. The two are closed together. */
  over(format: EntryFormat, codec: EntryCodec): LocalTier {
    return new LocalTier(this.l1, format, codec, this.#metrics, this.#now, this.#life);
  }

  /** The value of an entry that the caller just got from `l1`. */
  valueOf(key: string, entry: L1Entry): MaybePromise<unknown> {
    const { content } = entry;
    if (!(content instanceof Uint8Array) || this.#shares) return content;
    if (!this.#format.sealed) return this.#codec.decode(content);
    const opened = this.#format.read(key, content);
    return isThenable(opened) ? this.#decodeLater(opened) : this.#decode(opened);
  }

  /** Seconds of life an entry has left. */
  remaining(entry: L1Entry): number {
    return (entry.expiresAt - this.#now()) / 1000;
  }

  /** `null` for sealed entries, of which the stored bytes are kept. */
  contentOf(encoded: Uint8Array): LocalContent | null {
    if (this.#format.sealed) return null;
    const bytes = encoded.length;
    if (this.#shares) return { value: this.#codec.decode(encoded), part: null, bytes };
    return { value: null, part: this.l1.copy(encoded), bytes };
  }

  /**
   * @param stored the bytes as the store has them
   * @param since when the entry's life began, milliseconds
   */
  keep(
    { key, namespace }: LocalOwner,
    terms: EntryTerms,
    stored: Uint8Array,
    local: LocalContent | null,
    since: number,
  ): void {
    if (this.#life.closed) return;
    const { ttlSeconds, staleSeconds, slidingTtl, tags } = terms;
    const expiresAt = since + ttlSeconds * 1000;
    const place = {
      namespace,
      staleMs: staleSeconds * 1000,
      slidingTtl,
      tags: tags.size === 0 ? NO_TAGS : [...tags.keys()],
    };
    if (local === null) {
      this.l1.keep(key, stored, null, place, expiresAt);
    } else if (local.part !== null) {
      this.l1.keep(key, local.part.bytes, local.part, place, expiresAt);
    } else {
      const lifetimeMs = expiresAt - this.#now();
      this.l1.set(key, local.value, { ...place, lifetimeMs, contentBytes: local.bytes });
    }
    this.report();
  }

  /** Whether it held the entry. */
  delete(key: string): boolean {
    const held = this.l1.delete(key);
    if (held) this.report();
    return held;
  }

  deleteNamespace(namespace: string): void {
    this.l1.deleteNamespace(namespace);
    this.report();
  }

  deleteTagged(tags: readonly string[]): void {
    for (const tag of tags) this.l1.deleteTagged(tag);
    this.report();
  }

  /** Work that ends after the close of its cache keeps nothing. */
  close(): void {
    this.#life.closed = true;
    this.clear();
  }

  clear(): void {
    this.l1.clear();
    this.report();
  }

  /** Tells the metrics what L1 holds. For whoever changes it other than through this class. */
  report(): void {
    this.#metrics.l1(this.l1.entryCount, this.l1.memoryUsed);
  }

  get #shares(): boolean {
    return this.l1.settings.isolation === 'shared';
  }

  async #decodeLater(opened: PromiseLike<Uint8Array>): Promise<unknown> {
    return this.#decode(await opened);
  }

  #decode(opened: Uint8Array): unknown {
    return this.#codec.decode(this.#format.split(opened).value);
  }
}
