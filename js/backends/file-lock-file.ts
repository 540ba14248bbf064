import { link, open, unlink } from 'node:fs/promises';
import { systemCode } from './file-error.ts';
import { TO_READ } from './file-open.ts';

/** What a lock file says. */
export interface FileLock {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** What a lock file was damaged by, a crash of the machine say, also ended its holder. */
const DAMAGED: FileLock = { token: '00000000-0000-0000-0000-000000000000', until: 0 };

const CONTENT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,16})\n$/;
/** More than any lock file has. */
const READ_BYTES = 64;

/** Beside the entry, whether or not there is one. */
export function lockPath(entryPath: string): string {
  return `${entryPath}.lock`;
}

export function lockContent(lock: FileLock): Uint8Array {
  return new TextEncoder().encode(`${lock.token} ${lock.until}\n`);
}

/** The lock in that file; null for none. */
export async function readLock(path: string): Promise<FileLock | null> {
  let text: string;
  try {
    const handle = await open(path, TO_READ);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0);
      text = buffer.toString('latin1', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const [, token, until] = CONTENT.exec(text) ?? [];
  return token === undefined ? DAMAGED : { token, until: Number(until) };
}

/**
 * Claims the sole right to end the lock with that token, by giving its file a second name made of the
 * token: only one can. Everybody who wants to end a lock, its holder as well, claims it first, so
 * while the claim is held, this lock stays; and since a token never comes back, a claim that came too
 * late finds another lock under its name and ends nothing.
 * @returns the name of the claim, to be removed after the lock has ended; null where it failed
 */
export async function claimLock(entryPath: string, token: string): Promise<string | null> {
  const claim = `${entryPath}.${token}.claim`;
  try {
    await link(lockPath(entryPath), claim);
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
  if ((await readLock(claim))?.token === token) return claim;
  await unlink(claim);
  return null;
}

/** Removes the lock with that token; false where another has ended it or is about to. */
export async function endLock(entryPath: string, token: string): Promise<boolean> {
  const claim = await claimLock(entryPath, token);
  if (claim === null) return false;
  try {
    await unlink(lockPath(entryPath));
  } finally {
    await unlink(claim);
  }
  return true;
}
