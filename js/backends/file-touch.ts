import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** A use is written down when the last one was longer ago than this, milliseconds. */
const TOUCH_AFTER_MS = 60_000;

/**
 * Notes the use of an entry as its modification time, by which the least recently used ones are
 * found. Not as its access time: that stands still where the disk is mounted with noatime, and moves
 * when a backup reads the file. A time ahead of the clock is corrected, too.
 */
export async function touch(handle: FileHandle, stats: Stats): Promise<void> {
  const now = Date.now();
  if (Math.abs(now - stats.mtimeMs) < TOUCH_AFTER_MS) return;
  try {
    await handle.utimes(now / 1000, now / 1000);
  } catch {
    // Another user's file, or a disk that is only read: it was read all the same.
  }
}
