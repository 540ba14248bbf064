import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';

/** O_EXCL: a name somebody else has put there, a link even, is never written through. */
const CREATE_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Puts a file in place in one step: readers, in any process, see the old one or the new one. The
 * data reaches the disk before the name does, so a crash leaves no torn entry behind. (The folder is
 * not synced: after a crash a cache may as well have the old entry.)
 */
export async function writeEntry(path: string, file: Uint8Array, mode: number): Promise<void> {
  await withTemporary(path, file, { mode, sync: true }, (temporary) => rename(temporary, path));
}

/**
 * Writes a file of another name beside `path` and hands that name to `use`, which has to move or
 * remove it. Where anything fails, a full disk for one, no such file stays behind.
 */
export async function withTemporary(
  path: string,
  content: Uint8Array,
  how: { readonly mode: number; readonly sync: boolean },
  use: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, CREATE_FLAGS, how.mode);
    try {
      await handle.writeFile(content);
      if (how.sync) await handle.sync();
    } finally {
      await handle.close();
    }
    await use(temporary);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Bytes of the file at `path`; 0 where there is none. */
export async function fileSize(path: string): Promise<number> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  }
}
