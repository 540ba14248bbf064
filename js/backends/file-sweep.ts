import type { Stats } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { endLock, readLock } from './file-lock-file.ts';
import { LONGEST_LOCK_MS } from './file-locks.ts';

/** Whoever takes longer than this to finish what the file is for is taken for dead. */
const ORPHAN_AGE_MS = 60_000;

const TEMPORARY = /^[0-9a-f]{32}\.[0-9a-f-]{36}\.tmp$/;
const CLAIM = /^[0-9a-f]{32}\.[0-9a-f-]{36}\.claim$/;
const LOCK = /^([0-9a-f]{32})\.lock$/;

/** Removes what processes that died have left. Best effort: nobody depends on it. */
export async function sweepOrphans(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    try {
      await sweepOne(folder, name);
    } catch {
      // Another process sweeps the same folder, or it is no file, or not ours to remove.
    }
  }
}

async function sweepOne(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const [, entry] = LOCK.exec(name) ?? [];
  if (TEMPORARY.test(name)) {
    if (isOlder(await lstat(path), 'mtimeMs', ORPHAN_AGE_MS)) await unlink(path);
  } else if (CLAIM.test(name)) {
    // A claim is a second name of the lock's file: only its change time is the claim's own.
    if (isOlder(await lstat(path), 'ctimeMs', ORPHAN_AGE_MS)) await unlink(path);
  } else if (entry !== undefined && isOlder(await lstat(path), 'mtimeMs', LONGEST_LOCK_MS)) {
    const lock = await readLock(path);
    if (lock !== null) await endLock(join(folder, entry), lock.token);
  }
}

function isOlder(stats: Stats, time: 'mtimeMs' | 'ctimeMs', age: number): boolean {
  return Date.now() - stats[time] > age;
}
