import { mkdir, stat } from 'node:fs/promises';
import { BackendError } from '../errors.ts';

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
