import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildDir } from './paths.mjs';

const POLL_MS = 200;

/** Runs `action` while no other process sets this checkout up. */
export async function locked(action) {
  mkdirSync(buildDir, { recursive: true });
  const file = join(buildDir, 'setup.lock');
  await acquire(file);
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await action();
  } finally {
    release();
    process.off('exit', release);
  }
}

async function acquire(file) {
  let told = false;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder === null) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) console.log(`setup: waiting for process ${holder}, which is setting up`);
    told = true;
    await sleep(POLL_MS);
  }
}

/** The living process that holds the lock; `null` where it died without letting go. */
function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid === 0) return 'unknown';
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return error.code === 'EPERM' ? 'unknown' : null;
  }
}
