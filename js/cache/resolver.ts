import type { MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import type { Tracing } from '../metrics/tracing.ts';
import type { Background } from './background.ts';
import { within } from './call-limits.ts';
import type { CallTerms } from './call-terms.ts';
import { Computer } from './computer.ts';
import type { EntryCodec } from './entry-format.ts';
import { Flights } from './flights.ts';
import { LocalReader } from './local-reader.ts';
import type { LocalTier } from './local-tier.ts';
import { foundValue, type Lookup, ownCopy } from './lookup.ts';
import type { Observer } from './observer.ts';
import type { Reader } from './reader.ts';
import type { Refresher } from './refresher.ts';
import type { Revalidator } from './revalidator.ts';
import type { Sliding } from './sliding.ts';
import type { StampedeLock } from './stampede-lock.ts';
import type { CallLimits } from './store.ts';
import type { TagVersions } from './tag-versions.ts';
import type { Watch, Watches } from './watches.ts';
import type { Writer } from './writer.ts';

/** A value to have: from the cache, or computed and cached. */
export interface ResolveOrder<T = unknown> {
  readonly key: string;
  /** `null` for the one in the key. */
  readonly namespace: string | null;
  readonly terms: CallTerms;
  readonly skipL1: boolean;
  readonly compute: () => Promise<T>;
  readonly limits: CallLimits | undefined;
  readonly background: Background | null;
}

interface Parts {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly local: LocalTier | null;
  readonly refresher: Refresher | null;
  readonly revalidator: Revalidator;
  readonly watches: Watches;
  readonly observer: Observer;
  readonly tags: TagVersions;
  readonly sliding: Sliding;
  readonly tracing: Tracing;
  readonly codec: EntryCodec;
  /** `null` where each process computes for itself. */
  readonly lock: StampedeLock | null;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Longest wait for another caller's read, and for another's computation. */
const READ_MS = 10_000;
const COMPUTATION_MS = 60_000;

/**
 * Reads through the tiers with one flight per key: all that ask while it is under way share the read,
 * the computation and the write, each with a value of its own. A caller may leave a flight by its own signal; the others go on.
 */
export class Resolver {
  readonly #parts: Parts;
  readonly #reads: Flights<Lookup>;
  readonly #computations: Flights<Lookup>;
  readonly #computer: Computer;
  readonly #near: LocalReader;

  /** @param sibling reads and writes other entries of the same store; what one forgets, both do */
  constructor(parts: Parts, sibling?: Resolver) {
    this.#parts = parts;
    const { now } = parts;
    this.#reads = sibling ? sibling.#reads : new Flights(READ_MS, now, ownCopy);
    this.#computations = sibling
      ? sibling.#computations
      : new Flights(COMPUTATION_MS, now, ownCopy);
    this.#computer = new Computer(parts);
    this.#near = new LocalReader(parts, (order) => this.#recompute(order));
  }

  /** A plain read: L1, then the store. In the call where L1 answers and nothing is to be awaited. */
  read(
    key: string,
    skipL1: boolean,
    limits: CallLimits | undefined,
    background: Background | null,
  ): MaybePromise<Lookup> {
    const near = skipL1 ? null : this.#near.read(key, background);
    if (near === null) return this.#fromStore(key, limits);
    if (!isThenable(near)) return near;
    return near.then((found) => found ?? this.#fromStore(key, limits));
  }

  /** Plain reads of several keys; what L1 does not hold is asked of the store together. */
  async readMany(
    keys: readonly string[],
    skipL1: boolean,
    limits: CallLimits | undefined,
    background: Background | null,
  ): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>();
    const missing: string[] = [];
    for (const key of keys) {
      const near = skipL1 ? null : await this.#near.read(key, background);
      if (near === null) missing.push(key);
      else found.set(key, near.value);
    }
    if (missing.length === 0) return found;
    const { reader, watches } = this.#parts;
    const begun = missing.map((key) => watches.begin(key, null));
    // With the work, not with this call, which may give up earlier.
    const work = reader.readMany(missing, begun, limits).finally(() => {
      for (const watch of begun) watches.end(watch);
    });
    for (const [index, lookup] of (await within(work, limits)).entries()) {
      const key = missing[index];
      if (lookup.found && key !== undefined) found.set(key, lookup.value);
    }
    return found;
  }

  /** A value to have, computed where neither tier holds it. `T` is the caller's claim of a hit. */
  resolve<T>(order: ResolveOrder<T>): Promise<T>;
  resolve(order: ResolveOrder): Promise<unknown> {
    try {
      const near = order.skipL1 ? null : this.#near.read(order.key, order.background, order);
      if (near === null || isThenable(near)) return this.#nearOrComputed(near, order);
      return Promise.resolve(near.value);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Whether L1 has an entry that still opens. */
  async holdsLocally(key: string): Promise<boolean> {
    return (await this.#near.read(key, null)) !== null;
  }

  /** A change of the key: nobody may join what is under way and may give the older value. */
  forget(key: string): void {
    this.#reads.forget(key);
    this.#computations.forget(key);
  }

  forgetAll(): void {
    this.#reads.forgetAll();
    this.#computations.forgetAll();
  }

  async #nearOrComputed(
    near: PromiseLike<Lookup | null> | null,
    order: ResolveOrder,
  ): Promise<unknown> {
    const found = near === null ? null : await near;
    if (found !== null) return found.value;
    const { key, limits } = order;
    const outcome = await share(this.#computations, key, () => this.#lead(order), limits);
    return outcome.value;
  }

  #fromStore(key: string, limits: CallLimits | undefined): Promise<Lookup> {
    return share(this.#reads, key, () => this.#readStore(key), limits);
  }

  async #readStore(key: string): Promise<Lookup> {
    const { reader, watches } = this.#parts;
    const watch = watches.begin(key, null);
    try {
      return await reader.read(key, watch);
    } finally {
      watches.end(watch);
    }
  }

  async #lead(order: ResolveOrder): Promise<Lookup> {
    const { reader, watches, lock, revalidator } = this.#parts;
    const { key, background } = order;
    const watch = watches.begin(key, order.namespace, false, order.terms.tags);
    try {
      const found = await reader.read(key, watch);
      if (found.found) {
        if (found.overdue === true) {
          revalidator.revalidate(key, () => this.#recompute(order), background);
        }
        return found;
      }
      if (lock === null) return await this.#compute(order, watch, found);
      const lease = await lock.acquire(key);
      try {
        // Not after a clear miss without a wait: nobody can have written since.
        const now = lease.waited || !found.clean ? await reader.read(key, watch) : found;
        if (now.found) return now;
        // A second look that failed takes nothing from what the first one found to fall back on.
        return await this.#compute(order, watch, now.clean ? now : found);
      } finally {
        await lock.release(key, lease, background);
      }
    } finally {
      watches.end(watch);
    }
  }

  async #compute(order: ResolveOrder, watch: Watch, found: Lookup): Promise<Lookup> {
    const value = await this.#computer.run(order, watch, found);
    return foundValue(value, () => this.#copyOf(value));
  }

  /** As a hit would give it; a value that cannot be encoded is the same one for all. */
  #copyOf(value: unknown): unknown {
    const { codec } = this.#parts;
    try {
      return codec.decode(codec.encode(value));
    } catch {
      return value;
    }
  }

  async #recompute(order: ResolveOrder): Promise<void> {
    const { watches } = this.#parts;
    const watch = watches.begin(order.key, order.namespace, false, order.terms.tags);
    try {
      await this.#computer.run(order, watch, null);
    } finally {
      watches.end(watch);
    }
  }
}

/** Joins a flight for as long as this call may wait; the flight itself goes on for the others. */
function share<T>(
  flights: Flights<T>,
  key: string,
  start: () => Promise<T>,
  limits: CallLimits | undefined,
): Promise<T> {
  if (limits === undefined) return flights.join(key, start);
  let waits = true;
  const flight = flights.join(key, start, () => waits);
  return within(flight, limits).finally(() => {
    waits = false;
  });
}
