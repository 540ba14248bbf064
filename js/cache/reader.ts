import type { StoredEntry } from '../backends/backend.ts';
import type { ValueCodec } from '../codec/index.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError, EncryptionError } from '../errors.ts';
import { isEntryFault } from './entry-fault.ts';
import type { EntryFormat } from './entry-format.ts';
import type { LocalTier } from './local-tier.ts';
import { foundValue, type Lookup, MISS, UNKNOWN } from './lookup.ts';
import type { Observer } from './observer.ts';
import type { CallLimits, Store } from './store.ts';
import type { Watch } from './watches.ts';

/** What an unreadable entry does to the caller: looks like a miss, or throws. */
export interface ReadFailurePolicy {
  readonly throwEncryption: boolean;
  readonly throwOther: boolean;
}

/**
 * The one read path of the store: fetch, open, unpack, decode, keep a local copy. Reading is outside
 * the reliability stack: damaged bytes are never fetched again and never open the breaker.
 */
export class Reader {
  readonly #store: Store;
  readonly #format: EntryFormat;
  readonly #codec: ValueCodec;
  readonly #local: LocalTier | null;
  readonly #observer: Observer;
  readonly #policy: ReadFailurePolicy;
  readonly #now: () => number;
  readonly #defaultTtl: number;

  constructor(parts: {
    store: Store;
    format: EntryFormat;
    codec: ValueCodec;
    local: LocalTier | null;
    observer: Observer;
    policy: ReadFailurePolicy;
    now: () => number;
    defaultTtl: number;
  }) {
    this.#store = parts.store;
    this.#format = parts.format;
    this.#codec = parts.codec;
    this.#local = parts.local;
    this.#observer = parts.observer;
    this.#policy = parts.policy;
    this.#now = parts.now;
    this.#defaultTtl = parts.defaultTtl;
  }

  /**
   * @param watch stops the local copy when the key was written or invalidated meanwhile
   * @throws what the policy lets through
   */
  async read(key: string, watch: Watch, limits?: CallLimits): Promise<Lookup> {
    const asked = this.#now();
    return await this.#settle(key, watch, asked, await this.#store.get(key, limits));
  }

  /** As `read` for several keys, in one round trip where the backend can. */
  async readMany(
    keys: readonly string[],
    watches: readonly Watch[],
    limits?: CallLimits,
  ): Promise<Lookup[]> {
    const asked = this.#now();
    const entries = await this.#store.getMany(keys, limits);
    return await Promise.all(
      watches.map((watch, index) => this.#settle(watch.key, watch, asked, entries[index])),
    );
  }

  async #settle(
    key: string,
    watch: Watch,
    asked: number,
    entry: StoredEntry | null | undefined,
  ): Promise<Lookup> {
    if (entry === undefined) return UNKNOWN;
    if (entry === null) {
      this.#observer.miss(key);
      return MISS;
    }
    let value: unknown;
    let encoded: Uint8Array;
    try {
      const opened = this.#format.read(key, entry.bytes);
      encoded = isThenable(opened) ? await opened : opened;
      value = this.#codec.decode(encoded);
    } catch (error) {
      return this.#unreadable(key, watch, error);
    }
    this.#observer.hit(key, 'l2');
    if (!watch.overtaken) this.#keep(watch, entry, encoded, asked);
    return foundValue(value);
  }

  /** No longer than the store will: from when it was asked, which is before it looked at its clock. */
  #keep(watch: Watch, entry: StoredEntry, encoded: Uint8Array, asked: number): void {
    const local = this.#local;
    if (local === null) return;
    const { key, namespace } = watch;
    const remaining = entry.remainingTtl ?? Number.POSITIVE_INFINITY;
    const ttlSeconds = Math.min(this.#defaultTtl, remaining);
    local.keep({ key, namespace, ttlSeconds }, entry.bytes, local.contentOf(encoded), asked);
  }

  #unreadable(key: string, watch: Watch, error: unknown): Lookup {
    if (error instanceof ConfigurationError) throw error;
    const throws =
      error instanceof EncryptionError ? this.#policy.throwEncryption : this.#policy.throwOther;
    const evicts = isEntryFault(error);
    const missed = evicts ? 'evicted, treated as a miss' : 'treated as a miss';
    this.#observer.failed('l2_decode', key, error, throws ? 'thrown' : missed);
    if (throws) throw error;
    if (!evicts) return UNKNOWN;
    this.#observer.evicted(key, 'poisoned');
    // Best effort and not awaited: a failure is absorbed and counted inside, or the next read finds
    // the entry again. A newer entry must not be deleted for the sins of the old one.
    if (!watch.overtaken) void this.#store.delete(key).catch(() => false);
    return UNKNOWN;
  }
}
