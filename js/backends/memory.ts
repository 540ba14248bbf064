import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import type { LockableBackend, StoredEntry, TTLBackend } from './backend.ts';
import { closedError } from './closed.ts';
import { MemoryLocks } from './memory-locks.ts';

export interface MemoryBackendOptions {
  /** Milliseconds since the epoch. Default `Date.now`. */
  now?: () => number;
}

interface Entry {
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch; the entry is gone when the clock reaches it. */
  deadline: number;
}

/** Below this many entries looking for expired ones is not worth it. */
const FIRST_SWEEP = 1024;

/**
 * A store in this process's memory. It copies bytes in and out, so no caller can change what another
 * one reads. It has no size limit of its own, but expired entries do not pile up: the store looks
 * through all of them whenever it has doubled in size. Its locks hold within the process.
 */
export class MemoryBackend implements TTLBackend, LockableBackend {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #locks: MemoryLocks;
  #sweepAt = FIRST_SWEEP;
  #closed = false;

  /** @throws {ConfigurationError} for another option than `now` */
  constructor(options: MemoryBackendOptions = {}) {
    requireOptionsObject(options, 'MemoryBackend');
    requireKnownOptions(options, ['now'], 'MemoryBackend');
    const { now = Date.now } = options;
    if (typeof now !== 'function') {
      throw new ConfigurationError('now must be a function that gives milliseconds');
    }
    this.#now = now;
    this.#locks = new MemoryLocks(now);
  }

  async get(key: string): Promise<Uint8Array | null> {
    const entry = this.#live(key);
    return entry === undefined ? null : new Uint8Array(entry.bytes);
  }

  async getWithTtl(key: string): Promise<StoredEntry | null> {
    const entry = this.#live(key);
    if (entry === undefined) return null;
    const bytes = new Uint8Array(entry.bytes);
    if (entry.deadline === Number.POSITIVE_INFINITY) return { bytes };
    return { bytes, remainingTtl: (entry.deadline - this.#now()) / 1000 };
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    if (this.#closed) throw closedError();
    const ttl = resolveOptionalTtl(ttlSeconds);
    const deadline = ttl === undefined ? Number.POSITIVE_INFINITY : this.#now() + ttl * 1000;
    this.#entries.set(key, { bytes: new Uint8Array(value), deadline });
    if (this.#entries.size >= this.#sweepAt) this.#sweep();
  }

  async delete(key: string): Promise<boolean> {
    const existed = this.#live(key) !== undefined;
    this.#entries.delete(key);
    return existed;
  }

  async exists(key: string): Promise<boolean> {
    return this.#live(key) !== undefined;
  }

  async getTTL(key: string): Promise<number | null> {
    const entry = this.#live(key);
    if (entry === undefined || entry.deadline === Number.POSITIVE_INFINITY) return null;
    return Math.ceil((entry.deadline - this.#now()) / 1000);
  }

  async refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    const seconds = resolveTtl(ttlSeconds, 'ttl');
    const entry = this.#live(key);
    if (entry === undefined) return false;
    entry.deadline = this.#now() + seconds * 1000;
    return true;
  }

  async acquireLock(key: string, timeoutMs: number): Promise<string | null> {
    if (this.#closed) throw closedError();
    return this.#locks.acquire(key, timeoutMs);
  }

  async releaseLock(key: string, lockId: string): Promise<boolean> {
    if (this.#closed) throw closedError();
    return this.#locks.release(key, lockId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#locks.clear();
    this.#entries.clear();
  }

  #live(key: string): Entry | undefined {
    if (this.#closed) throw closedError();
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#now() < entry.deadline) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #sweep(): void {
    const now = this.#now();
    for (const [key, entry] of this.#entries) {
      if (now >= entry.deadline) this.#entries.delete(key);
    }
    this.#sweepAt = Math.max(FIRST_SWEEP, this.#entries.size * 2);
  }
}
