import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashKey, TemporaryStore } from './file-helpers.ts';
import type { Held } from './file-process.ts';

const run = promisify(execFile);
const writer = fileURLToPath(new URL('../../helpers/file-writer.ts', import.meta.url));
const sharer = fileURLToPath(new URL('./file-process.ts', import.meta.url));

describe('several processes with one folder', { timeout: 60_000 }, () => {
  let subject: TemporaryStore;

  beforeEach(async () => {
    subject = await TemporaryStore.open();
  });
  afterEach(() => subject.remove());

  /** What a process has seen that does `task`. */
  async function share(task: string, rounds: number): Promise<unknown> {
    const { stdout } = await run(process.execPath, [sharer, task, subject.folder, `${rounds}`]);
    return JSON.parse(stdout);
  }

  it('never tear an entry that two of them write', async () => {
    const { store, folder } = subject;
    const name = hashKey('shared');
    await store.set('shared', new Uint8Array(20_000).fill(0x61));
    const writers = ['a', 'b'].map((letter) =>
      run(process.execPath, [writer, folder, name, letter, '150']),
    );
    const seen = new Set<number>();
    const reads = await during(Promise.all(writers), async () => {
      const value = await store.get('shared');
      expect(value).not.toBeNull();
      const first = value?.[0] ?? 0;
      expect(value?.every((byte) => byte === first)).toBe(true);
      seen.add(first);
    });
    expect([...seen].sort()).toStrictEqual([0x61, 0x62]);
    expect(reads).toBeGreaterThan(50);
    expect(await readdir(folder)).toStrictEqual([name]);
  });

  it('never undo a set or a delete by another time for the entry', async () => {
    const { store } = subject;
    await store.set('key', Uint8Array.of(0), 1000);
    let i = 0;
    const refreshing = share('refresh', 8000);
    await during(refreshing, async () => {
      i += 1;
      await store.set('key', Uint8Array.of(i & 255, i >> 8), 1000);
      expect(await store.get('key')).toStrictEqual(Uint8Array.of(i & 255, i >> 8));
      if (i % 10 > 0) return;
      await store.delete('key');
      expect(await store.get('key')).toBeNull();
    });
    expect(i).toBeGreaterThan(20);
    expect(await refreshing).toBeGreaterThan(100);
  });

  it('see a whole entry while its time changes, and no time but those given', async () => {
    const { store } = subject;
    await store.set('key', new Uint8Array(5000).fill(7), 1000);
    const left = new Set<number>();
    const reads = await during(share('refresh', 5000), async () => {
      const entry = await store.getWithTtl('key');
      expect(entry?.bytes).toStrictEqual(new Uint8Array(5000).fill(7));
      left.add(Math.round((entry?.remainingTtl ?? 0) / 1000));
    });
    expect(reads).toBeGreaterThan(50);
    expect([...left].sort()).toStrictEqual([1, 101]);
  });

  it('never hold one lock at the same time, also where holders die', async () => {
    const seen = await Promise.all([1, 2, 3].map(() => share('lock', 3000)));
    const held = seen
      .flatMap((of) => heldBy(of))
      .filter(({ got, ended }) => got < ended)
      .sort((a, b) => a.got - b.got);
    expect(held.length).toBeGreaterThan(100);
    for (const [i, { got }] of held.entries()) {
      expect(got).toBeGreaterThanOrEqual(held[i - 1]?.ended ?? 0);
    }
    const left = (await readdir(subject.folder)).filter((name) => !name.endsWith('.lock'));
    expect(left).toStrictEqual([]);
  });

  it('keep the bound together, and every entry whole', async () => {
    const filled = await Promise.all([1, 2].map(() => share('fill', 300)));
    expect(filled).toStrictEqual([true, true]);
    const names = await readdir(subject.folder);
    const sizes = await Promise.all(names.map((name) => stat(join(subject.folder, name))));
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    // Each may be unaware of what the other wrote since it looked last.
    expect(total).toBeLessThanOrEqual(220_000);
    expect(total).toBeGreaterThan(100_000);
    expect(names.filter((name) => name.length !== 32)).toStrictEqual([]);
  });
});

/** Repeats `work` until `others` are done. @returns how often */
async function during(others: Promise<unknown>, work: () => Promise<void>): Promise<number> {
  let running = true;
  const ended = others.finally(() => {
    running = false;
  });
  let times = 0;
  for (; running; times++) await work();
  await ended;
  return times;
}

function heldBy(seen: unknown): Held[] {
  if (!Array.isArray(seen)) throw new Error('a process has not told what it held');
  return seen.map(({ got, ended }: Held) => ({ got, ended }));
}
