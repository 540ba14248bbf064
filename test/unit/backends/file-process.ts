/**
 * One of several processes that share a folder: `file-process.ts task folder rounds`. It prints what
 * it has seen as JSON.
 */
import { setTimeout } from 'node:timers/promises';
import { FileBackend } from '../../../js/backends/file.ts';
import { hashKey } from './file-helpers.ts';

const [task = '', folder = '', rounds = '0'] = process.argv.slice(2);
const store = new FileBackend(hashKey, { cacheDir: folder, maxBytes: 200_000 });

/** A time during which a process certainly held the lock; empty where `ended` is not above `got`. */
export interface Held {
  readonly got: number;
  readonly ended: number;
}

const LEASE_MS = 10;

const TASKS: Readonly<Record<string, () => Promise<unknown>>> = { refresh, lock, fill };

/** Gives one entry another time, over and over. */
async function refresh(): Promise<number> {
  let refreshed = 0;
  for (let i = 0; i < Number(rounds); i++) {
    if (await store.refreshTTL('key', 1000 + (i % 2) * 100_000)) refreshed += 1;
  }
  return refreshed;
}

/** Takes one lock, over and over; every other one is left to its time, as by a holder that died. */
async function lock(): Promise<Held[]> {
  const held: Held[] = [];
  const until = Date.now() + Number(rounds);
  while (Date.now() < until) {
    const asked = Date.now();
    const token = await store.acquireLock('key', LEASE_MS);
    if (token === null) continue;
    const got = Date.now();
    if (held.length % 2 === 0) {
      held.push({ got, ended: asked + LEASE_MS });
      continue;
    }
    await setTimeout(2);
    held.push({ got, ended: Math.min(Date.now(), asked + LEASE_MS) });
    await store.releaseLock('key', token);
  }
  return held;
}

/** Writes more than the folder may hold, and reads what it wrote; false where that was torn. */
async function fill(): Promise<boolean> {
  for (let i = 0; i < Number(rounds); i++) {
    await store.set(`key-${i}`, new Uint8Array(2000).fill(i));
    const back = await store.get(`key-${i - 20}`);
    if (back !== null && !back.every((byte) => byte === ((i - 20) & 255))) return false;
  }
  return true;
}

const work = TASKS[task];
// The tests import the types of this file, too.
if (work !== undefined) {
  const seen = await work();
  await store.close();
  console.log(JSON.stringify(seen));
}
