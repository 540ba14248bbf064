import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

/** O_EXCL: a name somebody else has put there, a link even, is never written through. */
const CREATE_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Puts a file in place in one step: readers, in any process, see the old one or the new one. The
 * data reaches the disk before the name does, so a crash leaves no torn entry behind. (The folder is
 * not synced: after a crash a cache may as well have the old entry.)
 */
export async function writeEntry(path: string, file: Uint8Array, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, CREATE_FLAGS, mode);
    try {
      await handle.writeFile(file);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
