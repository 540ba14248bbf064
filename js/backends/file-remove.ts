import type { Stats } from 'node:fs';
import { lstat, unlink } from 'node:fs/promises';
import { systemCode } from './file-error.ts';

/** What tells a file from another one, and from itself after a change. */
export type SeenFile = Pick<Stats, 'ino' | 'dev' | 'mtimeMs'>;

/** Removes whatever entry is there; false for none. */
export async function removeEntry(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    // A folder of that name is not an entry; systems disagree on what unlink says of one.
    if ((await lstat(path)).isDirectory()) return false;
    throw error;
  }
}

/**
 * Removes the file that was looked at, not one that a writer has put in its place since. (One that
 * comes between the last look and the removal is lost: a miss.)
 * @returns whether the file is gone; best effort, so it never rejects
 */
export async function removeExactly(path: string, seen: SeenFile): Promise<boolean> {
  try {
    const now = await lstat(path);
    if (now.ino !== seen.ino || now.dev !== seen.dev || now.mtimeMs !== seen.mtimeMs) return false;
    await unlink(path);
    return true;
  } catch (error) {
    return systemCode(error) === 'ENOENT';
  }
}
