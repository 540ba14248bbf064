import { ConfigurationError } from '../errors.ts';

/** Longest lease, milliseconds. */
const LONGEST_MS = 24 * 3600 * 1000;

/** Leases within one process, by key. */
export class MemoryLocks {
  readonly #held = new Map<string, { readonly lockId: string; readonly until: number }>();
  readonly #now: () => number;

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * A token of the caller's own, `null` while another's lease runs.
   * @throws {ConfigurationError} unless the timeout is above 0 and at most a day
   */
  acquire(key: string, timeoutMs: number): string | null {
    if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) {
      throw new ConfigurationError('the timeout of a lock must be above 0 and at most a day');
    }
    const held = this.#held.get(key);
    const now = this.#now();
    if (held !== undefined && now < held.until) return null;
    const lockId = crypto.randomUUID();
    this.#held.set(key, { lockId, until: now + timeoutMs });
    return lockId;
  }

  release(key: string, lockId: string): boolean {
    const held = this.#held.get(key);
    if (held?.lockId !== lockId) return false;
    this.#held.delete(key);
    return this.#now() < held.until;
  }

  clear(): void {
    this.#held.clear();
  }
}
