import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemCode } from './file-error.ts';

/**
 * No link is followed, so that nobody who can write to the folder can point us at another file; and
 * a FIFO in place of an entry does not block.
 */
const SAFELY = constants.O_NOFOLLOW | constants.O_NONBLOCK;
export const TO_READ = constants.O_RDONLY | SAFELY;
export const TO_CHANGE = constants.O_RDWR | SAFELY;

/** What open reports for an entry that is not there, or is a link or a socket instead of a file. */
const ABSENT = ['ENOENT', 'ELOOP', 'EMLINK', 'ENXIO', 'EISDIR'];

/** Lends the file at `path`; null where there is none, or something that is no file. */
export async function withFile<T>(
  path: string,
  flags: number,
  use: (handle: FileHandle, stats: Stats) => Promise<T>,
): Promise<T | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, flags);
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
export async function readStart(handle: FileHandle, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  return bytesRead === size ? bytes : null;
}
