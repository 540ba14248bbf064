import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, unlink } from 'node:fs/promises';
import { systemCode } from './file-error.ts';
import { FILE_HEADER_BYTES, type FileState, fileState } from './file-header.ts';

/**
 * No link is followed, so that nobody who can write to the folder can point us at another file; and
 * a FIFO in place of an entry does not block.
 */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What open reports for an entry that is not there, or is a link or a socket instead of a file. */
const ABSENT = ['ENOENT', 'ELOOP', 'EMLINK', 'ENXIO', 'EISDIR'];

/**
 * The payload of the entry at `path`, or null for a miss. Expired and corrupt files are removed, those
 * of a later version are not. A file larger than allowed is a miss and stays: another process may
 * allow more.
 */
export async function readEntry(
  path: string,
  maxValueBytes: number,
  nowSeconds: number,
): Promise<Uint8Array | null> {
  return await withEntry(path, async (handle, stats) => {
    // The size is known before memory is taken, and one read sees header and payload together.
    const whole = stats.size <= FILE_HEADER_BYTES + maxValueBytes;
    const file = await readStart(handle, whole ? stats.size : FILE_HEADER_BYTES);
    if (file === null) return null;
    const live = await keepOrRemove(path, stats, fileState(file, nowSeconds));
    return live && whole ? file.subarray(FILE_HEADER_BYTES) : null;
  });
}

/** Whether `readEntry` would find an entry; reads only the header (FILE-6), in one read. */
export async function entryExists(
  path: string,
  maxValueBytes: number,
  nowSeconds: number,
): Promise<boolean> {
  const found = await withEntry(path, async (handle, stats) => {
    const header = await readStart(handle, Math.min(stats.size, FILE_HEADER_BYTES));
    if (header === null) return false;
    const live = await keepOrRemove(path, stats, fileState(header, nowSeconds));
    return live && stats.size <= FILE_HEADER_BYTES + maxValueBytes;
  });
  return found === true;
}

async function withEntry<T>(
  path: string,
  use: (handle: FileHandle, stats: Stats) => Promise<T>,
): Promise<T | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, OPEN_FLAGS);
  } catch (error) {
    if (ABSENT.includes(systemCode(error) ?? '')) return null;
    throw error;
  }
  try {
    const stats = await handle.stat();
    return stats.isFile() ? await use(handle, stats) : null;
  } finally {
    await handle.close();
  }
}

/** Null when the file became shorter meanwhile: it is being changed in place, by somebody else. */
async function readStart(handle: FileHandle, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  return bytesRead === size ? bytes : null;
}

async function keepOrRemove(path: string, stats: Stats, state: FileState): Promise<boolean> {
  if (state === 'expired' || state === 'corrupt') await removeExactly(path, stats);
  return state === 'live';
}

/** Removes the file that was looked at, not one that a writer has put in its place since. */
async function removeExactly(path: string, seen: Stats): Promise<void> {
  try {
    const now = await lstat(path);
    if (now.ino === seen.ino && now.dev === seen.dev && now.mtimeMs === seen.mtimeMs) {
      await unlink(path);
    }
  } catch {
    // Best effort: the entry is a miss whether or not its file goes.
  }
}
