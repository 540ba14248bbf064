import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Megabytes that are still in use after the work and a collection. Node only. */
export async function megabytesKept(work: () => unknown): Promise<number> {
  const before = await inUse();
  await work();
  return ((await inUse()) - before) / 1e6;
}

/** A text of that many bytes that shares its memory with no other. */
export function largeText(bytes: number, seed: number): string {
  return Buffer.alloc(bytes, `${seed} `).toString('latin1');
}

async function inUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('there is no collector to call');
  // Twice, in turns of their own: what a microtask still holds goes with the second.
  for (let i = 0; i < 2; i++) {
    await new Promise(setImmediate);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
