/** The parts of `rotate` that need no store: the bar, and replacing a file that others change. */
import { lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processContext } from '../../../js/cli/framework/context.ts';
import { Checkpoint } from '../../../js/cli/rotate/checkpoint.ts';
import { ProgressBar, progressLine } from '../../../js/cli/rotate/progress-bar.ts';
import { replaceFile } from '../../../js/cli/rotate/replace-file.ts';
import { Resealer } from '../../../js/cli/rotate/resealer.ts';
import type { WalkedStore } from '../../../js/cli/rotate/store.ts';
import { type WalkResult, walkStore } from '../../../js/cli/rotate/walk.ts';
import { KEY, OTHER_KEY } from './run-cli.ts';

test.each([
  [
    { done: 0, total: 100, before: 0, elapsedMs: 0 },
    '[                   ]   0%  0 of 100  0/s  time left unknown',
  ],
  [
    { done: 250, total: 1000, before: 0, elapsedMs: 1000 },
    '[=====                ]  25%  250 of 1,000  250/s  0:03 left',
  ],
  // What an earlier run has done counts for the part, not for the rate.
  [
    { done: 5000, total: 10_000, before: 4000, elapsedMs: 10_000 },
    '[=========         ]  50%  5,000 of 10,000  100/s  0:50 left',
  ],
  [
    { done: 1, total: 36_001, before: 0, elapsedMs: 1000 },
    '[                    ]   0%  1 of 36,001  1/s  10:00:00 left',
  ],
  // A store that grows meanwhile never passes 100%.
  [
    { done: 120, total: 100, before: 0, elapsedMs: 1000 },
    '[=======================] 100%  120 of 120  120/s  0:00 left',
  ],
  [
    { done: 0, total: 0, before: 0, elapsedMs: 0 },
    '[=============================] 100%  0 of 0  0/s  0:00 left',
  ],
])('the bar at %j', (moment, expected) => {
  expect(progressLine(moment, 60)).toBe(expected);
});

test('in a narrow terminal there is no bar, and no line is too long', () => {
  const moment = { done: 250, total: 1000, before: 0, elapsedMs: 1000 };
  expect(progressLine(moment, 42)).toBe(' 25%  250 of 1,000  250/s  0:03 left');
  expect(progressLine(moment, 10)).toBe(' 25%  250 ');
});

test('the bar draws ten times a second, over itself, and only on a terminal', () => {
  const written: (string | Uint8Array)[] = [];
  const write = (text: string | Uint8Array): number => written.push(text);
  let now = 0;
  const bar = new ProgressBar({ write, isTTY: true, columns: 60 }, () => now);
  for (; now < 1000; now += 10) bar.update({ done: now, total: 1000, before: 0 });
  bar.end();
  expect(written).toHaveLength(11);
  for (const text of written.slice(0, -1)) expect(text).toMatch(/^\r.{1,59}.\[K$/);
  expect(written.at(-1)).toBe('\r\x1b[K');

  written.length = 0;
  now = 0;
  const sizeless = new ProgressBar({ write, isTTY: true, columns: 0 }, () => now);
  sizeless.update({ done: 1, total: 2, before: 0 });
  expect(`${written[0]}`).toContain('1 of 2  0/s  time left unknown');

  const silent = new ProgressBar({ write: () => expect.unreachable() });
  silent.update({ done: 1, total: 2, before: 0 });
  silent.end();
});

test('told to stop, a walk ends with its batch, unless that was the last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealcache-walk-'));
  const resealer = new Resealer({ keys: [KEY, OTHER_KEY], tenant: 'a', container: 'plain' });
  try {
    const path = join(folder, 'checkpoint');
    const terms = { store: 's', tenant: 'a', container: 'plain', keys: ['x', 'y'], reseal: false };
    const checkpoint = new Checkpoint(path, terms);
    const signal = AbortSignal.abort();
    const walk = async (...cursors: readonly (string | null)[]): Promise<WalkResult> => {
      const batches = cursors.map((cursor) => ({
        items: [],
        examined: 5,
        skipped: {},
        missed: 0,
        cursor,
      }));
      const store: WalkedStore = {
        name: 's',
        epoch: 'e',
        total: 10,
        async *walk(from) {
          yield* from === null ? batches : batches.slice(1);
        },
        close: async () => {},
      };
      return await walkStore(
        { store, resealer, keys: 2, write: false, checkpoint, signal },
        { ...processContext(), stderr: { write: () => true } },
      );
    };
    expect(await walk('7', null)).toMatchObject({ finished: false, counts: { examined: 5 } });
    expect(await checkpoint.load()).toMatchObject({ cursor: '7', counts: { examined: 5 } });
    expect(await walk('7', null)).toMatchObject({ finished: true, counts: { examined: 10 } });
    expect(await checkpoint.load()).toBe(null);
  } finally {
    resealer.dispose();
    await rm(folder, { recursive: true });
  }
});

test('a file that was changed, replaced or removed is left alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sealcache-replace-'));
  try {
    const path = join(folder, 'a'.repeat(32));
    const file = new Uint8Array(20).fill(7);
    const change = async (meanwhile: () => Promise<void>): Promise<boolean> => {
      await writeFile(path, file);
      const stats = await lstat(path);
      await meanwhile();
      return await replaceFile({ path, stats, file }, Uint8Array.of(1, 2));
    };
    expect(await change(async () => {})).toBe(true);
    expect([...(await readFile(path))]).toEqual([...file.subarray(0, 14), 1, 2]);
    expect(await change(() => writeFile(path, 'someone else'))).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('someone else');
    expect(await change(() => rm(path))).toBe(false);
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true });
  }
});
