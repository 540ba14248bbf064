import type { ValueCodec } from '../codec/index.ts';
import type { MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import type { L1Cache, L1Entry } from '../l1/l1-cache.ts';
import type { MetricsSink } from '../metrics/sink.ts';
import type { EntryFormat } from './entry-format.ts';

/** What L1 will hold of a value, made while the encoded bytes are at hand. */
export interface LocalContent {
  readonly content: unknown;
  readonly bytes: number;
}

/** Whose entry it is and how long it may live. */
export interface LocalOrder {
  readonly key: string;
  readonly namespace: string;
  readonly ttlSeconds: number;
}

/**
 * What L1 holds and how it is read: ciphertext where entries are sealed, else encoded bytes, so that
 * every hit decodes a value of its own; with `isolation: 'shared'` the decoded value itself.
 */
export class LocalTier {
  readonly l1: L1Cache;
  readonly #format: EntryFormat;
  readonly #codec: ValueCodec;
  readonly #metrics: MetricsSink;
  readonly #now: () => number;

  constructor(
    l1: L1Cache,
    format: EntryFormat,
    codec: ValueCodec,
    metrics: MetricsSink,
    now: () => number,
  ) {
    this.l1 = l1;
    this.#format = format;
    this.#codec = codec;
    this.#metrics = metrics;
    this.#now = now;
  }

  /** The value of an entry that the caller just got from `l1`. */
  valueOf(key: string, entry: L1Entry): MaybePromise<unknown> {
    const { content } = entry;
    if (!(content instanceof Uint8Array) || this.#shares) return content;
    if (!this.#format.sealed) return this.#codec.decode(content);
    const opened = this.#format.read(key, content);
    return isThenable(opened) ? this.#decodeLater(opened) : this.#codec.decode(opened);
  }

  /** `null` for sealed entries, of which the stored bytes are kept. */
  contentOf(encoded: Uint8Array): LocalContent | null {
    if (this.#format.sealed) return null;
    const content = this.#shares ? this.#codec.decode(encoded) : encoded.slice();
    return { content, bytes: encoded.length };
  }

  /**
   * @param stored the bytes as the store has them
   * @param since when the entry's life began, milliseconds
   */
  keep(order: LocalOrder, stored: Uint8Array, local: LocalContent | null, since: number): void {
    const lifetimeMs = since + order.ttlSeconds * 1000 - this.#now();
    const { key, namespace } = order;
    // Of the store's bytes L1 makes a copy: a result of the core keeps a whole slab alive.
    if (local === null) this.l1.set(key, stored, { lifetimeMs, namespace });
    else
      this.l1.set(key, local.content, {
        lifetimeMs,
        namespace,
        contentBytes: local.bytes,
        owned: true,
      });
    const { entries, memoryUsed } = this.l1.stats;
    this.#metrics.l1(entries, memoryUsed);
  }

  get #shares(): boolean {
    return this.l1.settings.isolation === 'shared';
  }

  async #decodeLater(opened: PromiseLike<Uint8Array>): Promise<unknown> {
    return this.#codec.decode(await opened);
  }
}
