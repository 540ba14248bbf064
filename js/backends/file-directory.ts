import { lstat, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BackendError } from '../errors.ts';

/** A writer that takes longer than this to fill its file is taken for dead. */
const ORPHAN_AGE_MS = 60_000;

const TEMPORARY = /^[0-9a-f]{32}\.[0-9a-f-]{36}\.tmp$/;

/**
 * Makes the folder, or checks one that exists: it must belong to this user or to root and not be
 * writable by everybody, or other users of the machine could plant and remove entries.
 */
export async function prepareDirectory(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true, mode });
  const stats = await stat(path);
  const user = process.getuid?.();
  if (user === undefined) return;
  if ((stats.uid !== user && stats.uid !== 0) || (stats.mode & 0o002) !== 0) {
    throw new BackendError(
      'cacheDir belongs to another user or is writable by everybody; use a private folder',
      'permanent',
    );
  }
}

/** Removes what writers that died have left. Best effort: nobody depends on it. */
export async function sweepOrphans(path: string): Promise<void> {
  const oldest = Date.now() - ORPHAN_AGE_MS;
  const names = await readdir(path).catch(() => []);
  for (const name of names) {
    if (TEMPORARY.test(name)) await removeIfOlder(join(path, name), oldest);
  }
}

async function removeIfOlder(file: string, oldest: number): Promise<void> {
  try {
    if ((await lstat(file)).mtimeMs < oldest) await unlink(file);
  } catch {
    // Another process sweeps the same folder, or it is no file, or not ours to remove.
  }
}
