import { DurableObject } from 'cloudflare:workers';
import type { Environment } from '../environment.ts';
import { type Life, MOST_SECONDS } from '../http/life.ts';
import type { ValueAddress } from '../values/place.ts';
import { deleteValue } from '../values/value-stores.ts';
import { Alarm } from './alarm.ts';
import { DoomedTable } from './doomed-table.ts';
import { type EntryRow, EntryTable } from './entry-table.ts';
import { type EntryView, hasPassed, viewOf } from './entry-view.ts';
import { LockTable } from './lock-table.ts';
import { countLatency, type MinuteCounts } from './minute-counts.ts';
import { MinuteTable } from './minute-table.ts';
import { prepareSchema } from './schema.ts';

/** A value that is in its store, about to become an entry. */
export interface WrittenValue extends ValueAddress {
  readonly size: number;
  /** Seconds since the epoch at which its store may forget it; `null` for never. */
  readonly keptUntil: number | null;
  /** Whether it was announced. */
  readonly announced: boolean;
}

/** What became of a new TTL. */
export interface Extension {
  readonly result: 'done' | 'absent' | 'stale' | 'too long' | 'needs copy';
  /** Where the store would forget the value too soon: what has to be copied. */
  readonly copy?: { readonly from: ValueAddress; readonly staleTtl: number };
}

/** One of the entries that were stored last. */
export interface NewestEntry extends ValueAddress {
  readonly key: string;
  readonly size: number;
  /** Seconds. */
  readonly age: number;
}

/** What a shard tells of itself. */
export interface ShardReport {
  readonly entries: number;
  readonly locks: number;
  readonly minutes: MinuteCounts[];
  readonly newest: NewestEntry[];
}

/** Counts wait so long to be saved, since each time is a write; an object that idles loses them. */
const SAVE_AFTER_MS = 5000;
/** A write that takes longer has failed. */
const WRITE_MOST_MS = 10 * 60_000;
/** Deletions of values in one alarm: a Worker may make only so many requests. */
const SWEEP_MOST = 40;
const RETRY_MS = 60_000;
/** Until KV knows a new value everywhere, with room to spare. */
const SPREADS_WITHIN_MS = 120_000;

/**
 * Part of what is known of one tenant's entries: which version of a key counts, where its value lies, its
 * deadlines; and its locks. All that must be exact happens here, one thing at a time, by one clock. The
 * values themselves are in KV and R2.
 */
export class TenantShard extends DurableObject<Environment> {
  readonly #entries: EntryTable;
  readonly #locks: LockTable;
  readonly #doomed: DoomedTable;
  readonly #minutes: MinuteTable;
  readonly #alarm: Alarm;
  #saving = false;

  constructor(state: DurableObjectState, environment: Environment) {
    super(state, environment);
    const { sql } = state.storage;
    prepareSchema(sql);
    this.#entries = new EntryTable(sql);
    this.#locks = new LockTable(sql);
    this.#doomed = new DoomedTable(sql);
    this.#minutes = new MinuteTable(sql);
    this.#alarm = new Alarm(state.storage);
  }

  look(key: string): EntryView | null {
    return viewOf(this.#entries.find(key), Date.now());
  }

  /** As `look`, for somebody who is given the value; counted. @param latencies of earlier reads, ms */
  read(key: string, latencies: readonly number[]): EntryView | null {
    const view = this.look(key);
    const counts = this.#count();
    if (view === null) counts.misses += 1;
    else counts.hits += 1;
    counts.bytesOut += view?.size ?? 0;
    for (const latency of latencies) countLatency(counts, latency);
    return view;
  }

  /** Before a value is written that its store would keep for ever. */
  async announce(address: ValueAddress): Promise<void> {
    const due = Date.now() + WRITE_MOST_MS;
    this.#doomed.add(address, due);
    await this.#alarm.noLaterThan(due);
  }

  /**
   * Makes a written value the entry of its key.
   * @returns false where it took so long that the value is gone already, or about to be deleted
   */
  async commit(key: string, value: WrittenValue, life: Life): Promise<boolean> {
    if (value.announced && !this.#doomed.spare(value.name, Date.now())) {
      // The store may have taken it after it was told to delete it.
      await this.#doom(value);
      return false;
    }
    await this.#replace(key, value, life);
    const counts = this.#count();
    counts.puts += 1;
    counts.bytesIn += value.size;
    return true;
  }

  async remove(key: string): Promise<void> {
    const entry = this.#entries.find(key);
    if (entry === null) return;
    this.#entries.remove(key);
    await this.#doom(entry);
  }

  /**
   * Told that a store does not have the value of an entry. Forgets the entry, unless the value is so new
   * that the store may still bring it.
   */
  async missing(key: string, name: string): Promise<'changed' | 'on its way' | 'gone'> {
    const entry = this.#entries.find(key);
    if (entry?.name !== name) return 'changed';
    if (entry.storedAt * 1000 + SPREADS_WITHIN_MS > Date.now()) return 'on its way';
    await this.remove(key);
    return 'gone';
  }

  async extend(key: string, ttl: number): Promise<Extension> {
    const nowMs = Date.now();
    const entry = this.#entries.find(key);
    if (entry === null || hasPassed(entry.evictAt, nowMs)) return { result: 'absent' };
    // Renewing what is stale would keep old data alive for ever (API-56).
    if (hasPassed(entry.freshUntil, nowMs)) return { result: 'stale' };
    const { place, name, staleTtl, keptUntil } = entry;
    if (ttl + staleTtl > MOST_SECONDS) return { result: 'too long' };
    const freshUntil = Math.floor(nowMs / 1000) + ttl;
    const evictAt = freshUntil + staleTtl;
    if (keptUntil !== null && keptUntil < evictAt) {
      return { result: 'needs copy', copy: { from: { place, name }, staleTtl } };
    }
    this.#entries.write(key, { ...entry, freshUntil, evictAt }, true);
    await this.#alarm.atEnd(evictAt);
    return { result: 'done' };
  }

  /** Ends an extension that needed a copy. Does nothing for an entry that changed or ended meanwhile. */
  async moveTo(key: string, from: string, copy: WrittenValue, life: Life): Promise<void> {
    const entry = this.#entries.find(key);
    if (entry?.name === from && !hasPassed(entry.freshUntil, Date.now())) {
      await this.#replace(key, copy, life);
    } else {
      await this.#doom(copy);
    }
  }

  async takeLock(key: string, timeoutMs: number): Promise<string | null> {
    const now = Date.now();
    const until = now + timeoutMs;
    const lockId = this.#locks.take(key, now, until);
    if (lockId !== null) await this.#alarm.atEnd(until / 1000);
    return lockId;
  }

  releaseLock(key: string, lockId: string): void {
    this.#locks.release(key, lockId);
  }

  counts(): { readonly entries: number; readonly locks: number } {
    const now = Date.now();
    return { entries: this.#entries.count(Math.floor(now / 1000)), locks: this.#locks.count(now) };
  }

  /** @param minute since the epoch, from which on to tell what was counted */
  report(minute: number, mostEntries: number): ShardReport {
    const now = Math.floor(Date.now() / 1000);
    const newest = this.#entries.newest(now, mostEntries);
    return { ...this.counts(), minutes: this.#minutes.since(minute), newest };
  }

  /** Removes what has ended, and deletes values that nothing refers to. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    for (const { key, address } of this.#entries.ended(Math.floor(now / 1000), SWEEP_MOST)) {
      this.#entries.remove(key);
      this.#doomed.add(address, now);
    }
    this.#locks.sweep(now);
    await Promise.all(this.#doomed.due(now, SWEEP_MOST).map((address) => this.#delete(address)));
    await this.#alarm.afterSweep(
      this.#entries.firstEnd(),
      this.#locks.firstEnd(),
      this.#doomed.firstDue(),
    );
  }

  #count(): MinuteCounts {
    if (!this.#saving) {
      this.#saving = true;
      setTimeout(() => {
        this.#saving = false;
        this.#minutes.save();
      }, SAVE_AFTER_MS);
    }
    return this.#minutes.at(Date.now());
  }

  async #replace(key: string, value: WrittenValue, life: Life): Promise<void> {
    const { name, place, size, keptUntil } = value;
    const { ttl, staleTtl } = life;
    const old = this.#entries.find(key);
    const now = Math.floor(Date.now() / 1000);
    const freshUntil = ttl === null ? null : now + ttl;
    const evictAt = freshUntil === null ? null : freshUntil + staleTtl;
    const times = { storedAt: now, freshUntil, staleTtl, evictAt };
    const entry: EntryRow = { name, place, size, keptUntil, ...times };
    this.#entries.write(key, entry, old !== null);
    // Listed in the same step: nothing refers to it any more.
    if (old !== null) await this.#doom(old);
    if (evictAt !== null) await this.#alarm.atEnd(evictAt);
  }

  async #doom(address: ValueAddress): Promise<void> {
    this.#doomed.add(address, Date.now());
    await this.#alarm.soon();
  }

  async #delete(address: ValueAddress): Promise<void> {
    try {
      await deleteValue(this.env, address);
      this.#doomed.remove(address.name);
    } catch {
      this.#doomed.add(address, Date.now() + RETRY_MS);
    }
  }
}
