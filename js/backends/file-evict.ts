import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_HEADER_BYTES, fileState } from './file-header.ts';
import { readStart, TO_READ, withFile } from './file-open.ts';
import { removeExactly, type SeenFile } from './file-remove.ts';

/** The files of one folder that have the name of an entry. */
export interface FolderContent {
  readonly files: readonly ListedFile[];
  /** Bytes of all of them. */
  readonly total: number;
}

interface ListedFile extends SeenFile {
  readonly name: string;
  readonly size: number;
}

const ENTRY_NAME = /^[0-9a-f]{32}$/;
/** Files looked at together: enough to keep the system busy, few enough to let others in between. */
const AT_ONCE = 32;

export async function listEntries(folder: string): Promise<FolderContent> {
  const names = (await readdir(folder)).filter((name) => ENTRY_NAME.test(name));
  const files: ListedFile[] = [];
  let total = 0;
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const batch = names.slice(at, at + AT_ONCE);
    for (const file of await Promise.all(batch.map((name) => listed(folder, name)))) {
      if (file === null) continue;
      files.push(file);
      total += file.size;
    }
  }
  return { files, total };
}

async function listed(folder: string, name: string): Promise<ListedFile | null> {
  try {
    const stats = await lstat(join(folder, name));
    if (!stats.isFile()) return null;
    const { size, ino, dev, mtimeMs } = stats;
    return { name, size, ino, dev, mtimeMs };
  } catch {
    return null;
  }
}

/**
 * Removes the least recently used entries until at most `most` bytes are left. The last one used may
 * be larger than that by itself: it stays if `bound` allows.
 * @returns bytes left
 */
export async function evict(
  folder: string,
  content: FolderContent,
  most: number,
  bound: number,
): Promise<number> {
  const oldestFirst = content.files.toSorted((a, b) => a.mtimeMs - b.mtimeMs);
  const newest = oldestFirst.at(-1);
  let left = content.total;
  for (const file of oldestFirst) {
    if (left <= most || (file === newest && left <= bound)) break;
    if (await evictOne(join(folder, file.name), file)) left -= file.size;
  }
  return left;
}

/**
 * Only what is an entry by its first bytes: a file of a later version stays (FILE-2, FILE-3), and one
 * of another program that names its files alike, too. So does one that was used or replaced since it
 * was listed.
 */
async function evictOne(path: string, file: ListedFile): Promise<boolean> {
  try {
    const ours = await withFile(path, TO_READ, async (handle) => {
      const header = await readStart(handle, FILE_HEADER_BYTES);
      // Nothing has expired in the year 1970: expired entries are ours, too.
      return header !== null && fileState(header, 0) === 'live';
    });
    return ours !== false && (await removeExactly(path, file));
  } catch {
    return false;
  }
}
