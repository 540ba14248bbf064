import { randomUUID } from 'node:crypto';
import { link, rename, unlink } from 'node:fs/promises';
import { ConfigurationError } from '../errors.ts';
import { systemCode } from './file-error.ts';
import {
  claimLock,
  endLock,
  type FileLock,
  lockContent,
  lockPath,
  readLock,
} from './file-lock-file.ts';
import { withTemporary } from './file-write.ts';

/** The longest lease, a day: a lock that claims more was made by a clock that was wrong. */
export const LONGEST_LOCK_MS = 24 * 3600 * 1000;

/**
 * Leases between the processes that share a folder, as files `<entry>.lock`. They need a file system
 * with hard links, clocks that agree, and processes of one user (or a `fileMode` by which all may
 * write). A lock comes into being whole, by linking a finished file to its name, which fails where
 * there is one; how it ends, `claimLock` says. What remains: a process that is stopped for over a
 * minute between claiming a lock and replacing it may end another's.
 */
export class FileLocks {
  readonly #mode: number;
  readonly #now: () => number;

  /**
   * @param mode permissions of the lock files
   * @param now milliseconds since the epoch
   */
  constructor(mode: number, now: () => number) {
    this.#mode = mode;
    this.#now = now;
  }

  /** @returns the token of the new lock; null while another holds it */
  async acquire(entryPath: string, timeoutMs: number): Promise<string | null> {
    const now = this.#now();
    const held = await readLock(lockPath(entryPath));
    if (held !== null && !isOver(held, now)) return null;
    const lock = { token: randomUUID(), until: Math.ceil(now + timeoutMs) };
    let taken = true;
    const how = { mode: this.#mode, sync: false };
    await withTemporary(entryPath, lockContent(lock), how, async (temporary) => {
      taken =
        held === null
          ? await create(temporary, entryPath)
          : await replace(temporary, entryPath, held);
    });
    return taken ? lock.token : null;
  }

  /** Whether the lock was still held and is given up now. */
  async release(entryPath: string, token: string): Promise<boolean> {
    const now = this.#now();
    const held = await readLock(lockPath(entryPath));
    if (held?.token !== token) return false;
    return (await endLock(entryPath, token)) && !isOver(held, now);
  }
}

/** @throws {ConfigurationError} */
export function requireLockTimeout(timeoutMs: number): void {
  // Finiteness comes with the comparison: NaN is not above 0.
  if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= LONGEST_LOCK_MS) return;
  throw new ConfigurationError(
    `a lock takes a number of milliseconds above 0 and at most ${LONGEST_LOCK_MS}`,
  );
}

function isOver(lock: FileLock, now: number): boolean {
  return now >= lock.until || lock.until - now > LONGEST_LOCK_MS + 1;
}

async function create(temporary: string, entryPath: string): Promise<boolean> {
  try {
    await link(temporary, lockPath(entryPath));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    await unlink(temporary);
    return false;
  }
  await unlink(temporary);
  return true;
}

/** Puts a lock in the place of one that is over. */
async function replace(temporary: string, entryPath: string, over: FileLock): Promise<boolean> {
  const claim = await claimLock(entryPath, over.token);
  if (claim === null) {
    await unlink(temporary);
    return false;
  }
  try {
    await rename(temporary, lockPath(entryPath));
  } finally {
    await unlink(claim);
  }
  return true;
}
