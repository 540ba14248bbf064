import { resolveOptionalTtl } from '../config/ttl.ts';
import type { Backend } from './backend.ts';
import { closedError } from './closed.ts';

export interface MemoryBackendOptions {
  /** Milliseconds since the epoch. Default `Date.now`. */
  now?: () => number;
}

interface Entry {
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch; the entry is gone when the clock reaches it. */
  readonly deadline: number;
}

/** Below this many entries looking for expired ones is not worth it. */
const FIRST_SWEEP = 1024;

/**
 * A store in this process's memory. It copies bytes in and out, so no caller can change what another
 * one reads. It has no size limit of its own, but expired entries do not pile up: the store looks
 * through all of them whenever it has doubled in size.
 */
export class MemoryBackend implements Backend {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #sweepAt = FIRST_SWEEP;
  #closed = false;

  constructor(options: MemoryBackendOptions = {}) {
    this.#now = options.now ?? Date.now;
  }

  async get(key: string): Promise<Uint8Array | null> {
    const entry = this.#live(key);
    return entry === undefined ? null : new Uint8Array(entry.bytes);
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

  async close(): Promise<void> {
    this.#closed = true;
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
