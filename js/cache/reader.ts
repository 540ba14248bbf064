import type { StoredEntry } from '../backends/backend.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError, EncryptionError } from '../errors.ts';
import { isEntryFault } from './entry-fault.ts';
import type { EntryCodec, EntryFormat } from './entry-format.ts';
import type { EntryLabel } from './entry-label.ts';
import { NO_TAGS } from './entry-terms.ts';
import type { LocalTier } from './local-tier.ts';
import { foundValue, type Lookup, MISS, overdueValue, staleValue, UNKNOWN } from './lookup.ts';
import type { Observer } from './observer.ts';
import type { Sliding } from './sliding.ts';
import type { CallLimits, Store } from './store.ts';
import type { TagVersions } from './tag-versions.ts';
import { isLatest, type Watch } from './watches.ts';

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
  readonly #codec: EntryCodec;
  readonly #local: LocalTier | null;
  readonly #observer: Observer;
  readonly #policy: ReadFailurePolicy;
  readonly #now: () => number;
  readonly #defaultTtl: number;
  readonly #tags: TagVersions;
  readonly #sliding: Sliding;

  constructor(parts: {
    store: Store;
    format: EntryFormat;
    codec: EntryCodec;
    local: LocalTier | null;
    observer: Observer;
    policy: ReadFailurePolicy;
    now: () => number;
    defaultTtl: number;
    tags: TagVersions;
    sliding: Sliding;
  }) {
    this.#store = parts.store;
    this.#format = parts.format;
    this.#codec = parts.codec;
    this.#local = parts.local;
    this.#observer = parts.observer;
    this.#policy = parts.policy;
    this.#now = parts.now;
    this.#defaultTtl = parts.defaultTtl;
    this.#tags = parts.tags;
    this.#sliding = parts.sliding;
  }

  /**
   * @param watch stops the local copy when the key was written or invalidated meanwhile
   * @throws what the policy lets through
   */
  async read(key: string, watch: Watch, limits?: CallLimits): Promise<Lookup> {
    const asked = this.#now();
    return await this.#settle(watch, asked, await this.#store.get(key, limits), true, limits);
  }

  /** As `read` for several keys, in one round trip where the backend can. */
  async readMany(
    keys: readonly string[],
    watches: readonly Watch[],
    limits?: CallLimits,
  ): Promise<Lookup[]> {
    const asked = this.#now();
    const entries = await this.#store.getMany(keys, limits);
    // A copy of an entry about to end would outlive it.
    const keeps = !this.#store.batchHidesLife;
    const settled = await Promise.allSettled(
      watches.map((watch, index) => this.#settle(watch, asked, entries[index], keeps, limits)),
    );
    // Not before all of them ended: their watches are ended with this call.
    return settled.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  async #settle(
    watch: Watch,
    asked: number,
    entry: StoredEntry | null | undefined,
    keeps: boolean,
    limits: CallLimits | undefined,
  ): Promise<Lookup> {
    const { key } = watch;
    if (entry === undefined) return UNKNOWN;
    if (entry === null) {
      this.#observer.miss(key);
      return MISS;
    }
    let label: EntryLabel | null;
    let encoded: Uint8Array;
    let value: unknown;
    try {
      const opened = this.#format.read(key, entry.bytes);
      const bytes = isThenable(opened) ? await opened : opened;
      ({ label, value: encoded } = this.#format.split(bytes));
      value = this.#codec.decode(encoded);
    } catch (error) {
      return this.#unreadable(key, watch, error);
    }
    if (label !== null) {
      const verdict = await this.#judge(label, watch, value, limits);
      if (verdict !== null) return verdict;
    }
    this.#observer.hit(key, 'l2');
    if (keeps && isLatest(watch)) this.#keep(watch, entry, encoded, label, asked);
    if (label !== null) await this.#sliding.used(key, label.slidingTtl, entry.remainingTtl);
    const again = () => this.#codec.decode(encoded);
    return entry.stale === true ? overdueValue(value, again) : foundValue(value, again);
  }

  /** `null` for an entry that is as good as one without a label. */
  async #judge(
    label: EntryLabel,
    watch: Watch,
    value: unknown,
    limits: CallLimits | undefined,
  ): Promise<Lookup | null> {
    if (label.tags.size > 0) {
      // Before the question: who invalidates a tag after it was answered finds the watch.
      watch.tags = [...watch.tags, ...label.tags.keys()];
      const current = await this.#tags.areCurrent(label.tags, limits);
      if (current !== true) {
        this.#observer.miss(watch.key);
        return current === undefined ? UNKNOWN : MISS;
      }
    }
    if (label.freshUntil === 0 || this.#now() < label.freshUntil) return null;
    this.#observer.miss(watch.key);
    return staleValue(value);
  }

  /** No longer than the store will: from when it was asked, which is before it looked at its clock. */
  #keep(
    watch: Watch,
    entry: StoredEntry,
    encoded: Uint8Array,
    label: EntryLabel | null,
    asked: number,
  ): void {
    const local = this.#local;
    if (local === null) return;
    const remaining = entry.remainingTtl ?? Number.POSITIVE_INFINITY;
    const fresh =
      label === null || label.freshUntil === 0 ? remaining : (label.freshUntil - asked) / 1000;
    const ttlSeconds = Math.min(this.#defaultTtl, remaining, fresh);
    const terms = {
      ttlSeconds,
      staleSeconds: fresh < remaining && Number.isFinite(remaining) ? remaining - ttlSeconds : 0,
      slidingTtl: label?.slidingTtl ?? 0,
      tags: label?.tags ?? NO_TAGS,
    };
    local.keep(watch, terms, entry.bytes, local.contentOf(encoded), asked);
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
    if (isLatest(watch)) void this.#store.delete(key).catch(() => false);
    return UNKNOWN;
  }
}
