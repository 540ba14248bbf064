import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_HEADER_BYTES, fileState } from '../../backends/file-header.ts';
import { readStart, TO_READ, withFile } from '../../backends/file-open.ts';
import { FileError } from '../framework/cli-error.ts';
import { replaceFile } from './replace-file.ts';
import type { Batch, StoredItem, WalkedStore } from './store.ts';

const ENTRY_NAME = /^[0-9a-f]{32}$/;
/** Why an entry is not opened that could be under any key. */
const MISSED = {
  large: 'larger than any entry',
  changing: 'changed while being read',
  unknown: 'keys that are not known',
} as const;
const ALL_MISSED: readonly string[] = Object.values(MISSED);
/** More than any sealed entry has. */
const MOST_BYTES = 1024 * 1024 * 1024;

export interface FileWalk {
  readonly folder: string;
  /** The key of each file name that is known. */
  readonly keys: ReadonlyMap<string, string>;
  /** Files read together. */
  readonly batch: number;
}

/**
 * Walks a folder of the file backend. A file is named by a digest of its key, which does not lead
 * back to it: only entries whose keys are known can be opened.
 * @throws {FileError}
 */
export async function openFileStore(walk: FileWalk): Promise<WalkedStore> {
  const { folder } = walk;
  const place = await attempt('read', folder, () => realpath(folder));
  const listed = await attempt('read', folder, () => readdir(place));
  const names = listed.filter((name) => ENTRY_NAME.test(name)).sort();
  return {
    name: place,
    epoch: '',
    total: names.length,
    walk: (cursor) => batches({ ...walk, folder: place }, after(names, cursor)),
    close: async () => {},
  };
}

/** By name, not by number: files may have come and gone since. */
function after(names: readonly string[], cursor: string | null): readonly string[] {
  return cursor === null ? names : names.filter((name) => name > cursor);
}

async function* batches(walk: FileWalk, names: readonly string[]): AsyncGenerator<Batch> {
  for (let start = 0; start < names.length; start += walk.batch) {
    const part = names.slice(start, start + walk.batch);
    const looks = await Promise.all(part.map((name) => look(walk, name)));
    const items: StoredItem[] = [];
    const skipped: Record<string, number> = {};
    for (const found of looks) {
      if (typeof found !== 'string') items.push(found);
      else skipped[found] = (skipped[found] ?? 0) + 1;
    }
    const missed = looks.filter((found) => typeof found === 'string' && ALL_MISSED.includes(found));
    yield {
      items,
      skipped,
      missed: missed.length,
      examined: part.length,
      cursor: start + walk.batch < names.length ? (part.at(-1) ?? null) : null,
    };
  }
}

/** An entry, or why there is none. Removes nothing: that is for the backend. */
async function look({ folder, keys }: FileWalk, name: string): Promise<StoredItem | string> {
  const path = join(folder, name);
  const key = keys.get(name);
  return await attempt('read', path, async () => {
    const found = await withFile(path, TO_READ, async (handle, stats) => {
      if (stats.size > FILE_HEADER_BYTES + MOST_BYTES) return MISSED.large;
      // Without its key, nothing more can be done with the file than to say what it is.
      const size = key === undefined ? Math.min(stats.size, FILE_HEADER_BYTES) : stats.size;
      const file = await readStart(handle, size);
      if (file === null) return MISSED.changing;
      const state = fileState(file.subarray(0, FILE_HEADER_BYTES), Date.now() / 1000);
      if (state === 'expired') return 'expired';
      if (state === 'corrupt') return 'damaged, or of another program';
      if (state === 'preserve') return 'of a later version';
      if (key === undefined) return MISSED.unknown;
      const item: StoredItem = {
        key,
        sealed: file.subarray(FILE_HEADER_BYTES),
        replace: (sealed) =>
          attempt('write', path, () => replaceFile({ path, stats, file }, sealed)),
      };
      return item;
    });
    return found ?? 'gone while being read';
  });
}

async function attempt<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileError(action, path, error);
  }
}
