import { resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { monotonicNow } from '../reliability/clock.ts';
import {
  type Backend,
  isLockableBackend,
  isTTLBackend,
  type LockableBackend,
  type StoredEntry,
  type TTLBackend,
} from './backend.ts';
import { closedError } from './closed.ts';
import { type Change, Changes } from './tiered-changes.ts';
import { NearStore } from './tiered-near.ts';
import { requireTiers, resolveTieredOptions, type TieredOptions } from './tiered-options.ts';

type Entries = readonly (readonly [string, Uint8Array])[];

/**
 * A near store in front of a far one. The far one has the truth: a write counts when it did it, and TTLs
 * and locks are its own. Reads ask the near one first and copy there what only the far one had. No failure
 * of the near store fails a call.
 *
 * A copy in the near store lives no longer than the entry, but others' writes to the far store are not
 * seen before it ends: bound it with `nearTtl`. The near store must keep TTLs to the second.
 *
 * It can do what the far store can: `getWithTtl`, `getTTL`, `refreshTTL`, locks and batches are there where
 * the far one has them. `getMany` copies nothing, because it does not tell how long entries live.
 */
export class TieredBackend implements Backend {
  readonly keyPrefix: string;
  readonly transformsKeys: boolean;
  readonly compressionDefault: boolean;
  readonly getWithTtl?: (key: string) => Promise<StoredEntry | null>;
  readonly getTTL?: TTLBackend['getTTL'];
  readonly refreshTTL?: TTLBackend['refreshTTL'];
  readonly acquireLock?: LockableBackend['acquireLock'];
  readonly releaseLock?: LockableBackend['releaseLock'];
  readonly getMany?: (keys: readonly string[]) => Promise<(Uint8Array | null)[]>;
  readonly setMany?: (entries: Entries, ttlSeconds?: number) => Promise<void>;
  readonly deleteMany?: (keys: readonly string[]) => Promise<number>;
  readonly #tiers: { readonly near: Backend; readonly far: Backend };
  readonly #near: NearStore;
  readonly #far: Backend;
  readonly #changes = new Changes(monotonicNow);
  #closed = false;

  /** @throws {ConfigurationError} for stores that do not fit each other, and unfit options */
  constructor(tiers: readonly [near: Backend, far: Backend], options: TieredOptions = {}) {
    this.#tiers = requireTiers(tiers);
    const { near, far } = this.#tiers;
    this.#far = far;
    this.#near = new NearStore(near, resolveTieredOptions(options));
    this.keyPrefix = far.keyPrefix ?? '';
    this.transformsKeys = far.transformsKeys === true;
    this.compressionDefault = far.compressionDefault ?? true;
    if (far.getWithTtl !== undefined) this.getWithTtl = (key) => this.#read(key);
    if (isTTLBackend(far)) {
      this.getTTL = (key) => far.getTTL(key);
      this.refreshTTL = (key, ttl) => this.#refresh(far, key, ttl);
    }
    if (isLockableBackend(far)) {
      this.acquireLock = (key, timeoutMs) => far.acquireLock(key, timeoutMs);
      this.releaseLock = (key, lockId) => far.releaseLock(key, lockId);
    }
    if (far.getMany !== undefined) this.getMany = (keys) => this.#readMany(keys);
    if (far.setMany !== undefined) this.setMany = (entries, ttl) => this.#write(entries, ttl);
    if (far.deleteMany !== undefined) this.deleteMany = (keys) => this.#removeMany(keys);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.#read(key))?.bytes ?? null;
  }

  /** Rejects where the far store did not take it; the near one then has no copy. */
  set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    return this.#write([[key, value]], ttlSeconds);
  }

  /** From both. Rejects where the far store failed. Whether that one had it. */
  async delete(key: string): Promise<boolean> {
    this.#requireOpen();
    return await this.#changing([key], () => this.#far.delete(key));
  }

  async exists(key: string): Promise<boolean> {
    this.#requireOpen();
    return (await this.#near.exists(key)) || (await this.#far.exists(key));
  }

  /** Closes both. */
  async close(): Promise<void> {
    this.#closed = true;
    const closing = [this.#near.close(), this.#far.close()];
    await Promise.allSettled(closing);
    await Promise.all(closing);
  }

  validateKey(key: string): void {
    this.#tiers.near.validateKey?.(key);
    this.#tiers.far.validateKey?.(key);
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
    this.#far.validateTtl?.(ttlSeconds);
  }

  async #read(key: string): Promise<StoredEntry | null> {
    this.#requireOpen();
    const near = await this.#near.get(key);
    if (near !== null && near !== undefined) return near;
    if (near === undefined) return await this.#readFar(key);
    return await this.#during([this.#changes.read(key)], async ([change]) => {
      const since = monotonicNow();
      const entry = await this.#readFar(key);
      if (entry === null || entry.stale === true || change?.overlapped() === true) return entry;
      await this.#near.copy(key, entry.bytes, leftOf(entry.remainingTtl, since));
      if (change?.overlapped() === true) await this.#near.drop(key);
      return entry;
    });
  }

  async #readFar(key: string): Promise<StoredEntry | null> {
    const far = this.#far;
    if (far.getWithTtl !== undefined) return await far.getWithTtl(key);
    const bytes = await far.get(key);
    return bytes === null ? null : { bytes };
  }

  async #readMany(keys: readonly string[]): Promise<(Uint8Array | null)[]> {
    this.#requireOpen();
    const found = await this.#near.getMany(keys);
    const missing = keys.filter((_, i) => found[i] === null);
    const rest = (await this.#far.getMany?.(missing)) ?? [];
    const left = rest.values();
    return found.map((bytes) => bytes ?? left.next().value ?? null);
  }

  async #write(entries: Entries, ttlSeconds: number | undefined): Promise<void> {
    this.#requireOpen();
    const ttl = resolveOptionalTtl(ttlSeconds);
    // Before the first await: the caller may reuse its buffers as soon as the call returns.
    const copies = entries.map(([key, value]): [string, Uint8Array] => [
      key,
      new Uint8Array(value),
    ]);
    const keys = copies.map(([key]) => key);
    await this.#during(
      keys.map((key) => this.#changes.write(key)),
      async (changes) => {
        const since = monotonicNow();
        try {
          await this.#writeFar(copies, ttl);
        } catch (error) {
          // It may have been done all the same, and the near copy would be the older one.
          await Promise.all(keys.map((key) => this.#near.drop(key)));
          throw error;
        }
        const put = async ([key, value]: [string, Uint8Array], i: number): Promise<void> => {
          await this.#near.put(key, value, leftOf(ttl, since));
          if (changes[i]?.overlapped() === true) await this.#near.drop(key);
        };
        await Promise.all(copies.map(put));
      },
    );
  }

  async #writeFar(entries: Entries, ttl: number | undefined): Promise<void> {
    const far = this.#far;
    const [first, ...others] = entries;
    if (first !== undefined && others.length === 0) return await far.set(...first, ttl);
    await far.setMany?.(entries, ttl);
  }

  async #removeMany(keys: readonly string[]): Promise<number> {
    this.#requireOpen();
    return await this.#changing(keys, async () => (await this.#far.deleteMany?.(keys)) ?? 0);
  }

  async #refresh(far: TTLBackend, key: string, ttlSeconds: number): Promise<boolean> {
    this.#requireOpen();
    // The copy has the old deadline, which may be the later one.
    return await this.#changing([key], () => far.refreshTTL(key, ttlSeconds));
  }

  /** Does it in the far store and drops the near copies, whatever becomes of it. */
  async #changing<T>(keys: readonly string[], change: () => Promise<T>): Promise<T> {
    return await this.#during(
      keys.map((key) => this.#changes.write(key)),
      async () => {
        try {
          return await change();
        } finally {
          await Promise.all(keys.map((key) => this.#near.drop(key)));
        }
      },
    );
  }

  async #during<T>(changes: Change[], work: (changes: Change[]) => Promise<T>): Promise<T> {
    try {
      return await work(changes);
    } finally {
      for (const change of changes) change.end();
    }
  }

  #requireOpen(): void {
    if (this.#closed) throw closedError();
  }
}

/** What is left of a life that began, or was told, not before `since`. */
function leftOf(seconds: number | undefined, since: number): number | undefined {
  return seconds === undefined ? undefined : seconds - (monotonicNow() - since) / 1000;
}

/**
 * A near store in front of a far one: `tiered([new MemoryBackend(), redis({ url })], { nearTtl: 30 })`.
 * For three, put one `tiered()` into another.
 * @throws {ConfigurationError} for stores that do not fit each other, and unfit options
 */
export function tiered(
  tiers: readonly [near: Backend, far: Backend],
  options: TieredOptions = {},
): TieredBackend {
  return new TieredBackend(tiers, options);
}
