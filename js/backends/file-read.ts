import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import {
  AT_EXPIRY,
  expiryField,
  FILE_HEADER_BYTES,
  fileState,
  headerExpiry,
} from './file-header.ts';
import { readStart, TO_CHANGE, TO_READ, withFile } from './file-open.ts';
import { removeExactly } from './file-remove.ts';
import { touch } from './file-touch.ts';

/** Which entry, and what counts as one. */
export interface FileLook {
  readonly path: string;
  /** A file with more is a miss and stays: another process may allow more. */
  readonly maxValueBytes: number;
  /** Since the epoch, fractions allowed. */
  readonly nowSeconds: number;
}

export interface FileEntry {
  readonly bytes: Uint8Array;
  /** Whole seconds since the epoch; 0 for never. */
  readonly expiry: number;
}

/**
 * The entry, or null for a miss. Expired and corrupt files are removed, those of a later version are
 * not.
 */
export async function readEntry(look: FileLook): Promise<FileEntry | null> {
  return await withFile(look.path, TO_READ, async (handle, stats) => {
    // The size is known before memory is taken, and one read sees header and payload together.
    const whole = fits(stats, look);
    const file = await readStart(handle, whole ? stats.size : FILE_HEADER_BYTES);
    if (file === null) return null;
    const expiry = await liveExpiry(handle, stats, file, look);
    if (expiry === null || !whole) return null;
    await touch(handle, stats);
    return { bytes: file.subarray(FILE_HEADER_BYTES), expiry };
  });
}

/** When the entry ends, 0 for never, null for none; reads only the header (FILE-6), in one read. */
export async function readExpiry(look: FileLook): Promise<number | null> {
  return await withFile(look.path, TO_READ, (handle, stats) => headerOnly(handle, stats, look));
}

/**
 * Gives the entry another end, in place: one write of eight bytes (FILE-5). It goes to the file that
 * was looked at, also when that has been replaced or removed meanwhile, so it never undoes the `set`
 * or `delete` of another process, as renaming a copy over it would. What remains: systems do not
 * promise to show a reader all eight bytes at once. One in some millions of reads at the same moment
 * sees a mix; `liveExpiry` says what comes of it. No sync: after a crash the old end may be back.
 * @param expiry whole seconds since the epoch
 */
export async function changeExpiry(look: FileLook, expiry: number): Promise<boolean> {
  const changed = await withFile(look.path, TO_CHANGE, async (handle, stats) => {
    if ((await headerOnly(handle, stats, look)) === null) return false;
    const field = expiryField(expiry);
    await handle.write(field, 0, field.length, AT_EXPIRY);
    return true;
  });
  return changed === true;
}

async function headerOnly(
  handle: FileHandle,
  stats: Stats,
  look: FileLook,
): Promise<number | null> {
  const header = await readStart(handle, Math.min(stats.size, FILE_HEADER_BYTES));
  if (header === null) return null;
  const expiry = await liveExpiry(handle, stats, header, look);
  return fits(stats, look) ? expiry : null;
}

/**
 * The expiry of a live entry; null for any other, which is removed unless it must be preserved. What
 * looks expired is read again: it may be the mix of two expiries that another process is just
 * changing. A mix that looks live is of a live entry; only the remaining time told is wrong, once.
 */
async function liveExpiry(
  handle: FileHandle,
  stats: Stats,
  start: Uint8Array,
  look: FileLook,
): Promise<number | null> {
  let header: Uint8Array | null = start;
  if (fileState(header, look.nowSeconds) === 'expired') {
    header = await readStart(handle, FILE_HEADER_BYTES);
    if (header === null) return null;
  }
  const state = fileState(header, look.nowSeconds);
  if (state === 'live') return headerExpiry(header);
  if (state !== 'preserve') await removeExactly(look.path, stats);
  return null;
}

function fits(stats: Stats, look: FileLook): boolean {
  return stats.size <= FILE_HEADER_BYTES + look.maxValueBytes;
}
