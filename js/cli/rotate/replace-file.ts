import type { Stats } from 'node:fs';
import { lstat, rename, rm, utimes } from 'node:fs/promises';
import { systemCode } from '../../backends/file-error.ts';
import { FILE_HEADER_BYTES } from '../../backends/file-header.ts';
import { withTemporary } from '../../backends/file-write.ts';

export interface ReadFile {
  readonly path: string;
  readonly stats: Stats;
  /** All of it. */
  readonly file: Uint8Array;
}

/**
 * Puts a new payload behind the old header, in one step. Mode and time of last use stay. What another
 * process writes between the last look and the renaming is lost, a moment that no system call closes.
 * @returns false where the file is no longer the one that was read
 */
export async function replaceFile(
  { path, stats, file }: ReadFile,
  payload: Uint8Array,
): Promise<boolean> {
  const content = new Uint8Array(FILE_HEADER_BYTES + payload.length);
  content.set(file.subarray(0, FILE_HEADER_BYTES));
  content.set(payload, FILE_HEADER_BYTES);
  let done = false;
  await withTemporary(
    path,
    content,
    { mode: stats.mode & 0o777, sync: true },
    async (temporary) => {
      await utimes(temporary, stats.atime, stats.mtime);
      done = await isUnchanged(path, stats);
      await (done ? rename(temporary, path) : rm(temporary));
    },
  );
  return done;
}

async function isUnchanged(path: string, { ino, dev, mtimeMs, size }: Stats): Promise<boolean> {
  try {
    const now = await lstat(path);
    return now.ino === ino && now.dev === dev && now.mtimeMs === mtimeMs && now.size === size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
