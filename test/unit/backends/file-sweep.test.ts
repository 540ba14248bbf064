import { link, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashKey, TemporaryStore } from './file-helpers.ts';

const UUID = '00000000-0000-4000-8000-000000000000';
const DAY_MS = 24 * 3600 * 1000;

describe('what dead processes have left', { timeout: 60_000 }, () => {
  let subject: TemporaryStore;

  beforeEach(async () => {
    subject = await TemporaryStore.open();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await subject.remove();
  });

  it('removes the files of dead writers after 60 s, and only those', async () => {
    const temporary = (age: number): string =>
      join(subject.folder, `${hashKey(`${age}`)}.${UUID}.tmp`);
    const others = ['notes.tmp', hashKey('kept')];
    for (const name of others) await writeFile(join(subject.folder, name), 'x');
    for (const age of [50, 70]) {
      await writeFile(temporary(age), 'x');
      const then = Date.now() / 1000 - age;
      await utimes(temporary(age), then, then);
    }
    // A folder cannot be removed like a file, and comes first: that must not save the others.
    const stuck = `${'0'.repeat(32)}.${UUID}.tmp`;
    await mkdir(join(subject.folder, stuck));
    others.push(stuck);
    for (const name of others) await utimes(join(subject.folder, name), 1, 1);
    await subject.store.get('anything');
    const left = (await readdir(subject.folder)).map((name) => join(subject.folder, name)).sort();
    expect(left).toStrictEqual(
      [temporary(50), ...others.map((name) => join(subject.folder, name))].sort(),
    );
  });

  it('removes a claim by the time it was made, not that of its lock', async () => {
    const lock = `${hashKey('key')}.lock`;
    await writeFile(join(subject.folder, lock), `${UUID} 4000000000000\n`);
    await utimes(join(subject.folder, lock), 1, 1);
    const claim = `${hashKey('key')}.${UUID}.claim`;
    await link(join(subject.folder, lock), join(subject.folder, claim));
    // The lock is older than a day, too, but who has claimed it ends it.
    await subject.store.get('anything');
    expect((await readdir(subject.folder)).sort()).toStrictEqual([claim, lock].sort());
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 70_000);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 70_000);
    await subject.store.get('anything');
    expect(await readdir(subject.folder)).not.toContain(claim);
  });

  it('removes locks after the longest lease, and only those', async () => {
    const lock = (key: string): string => join(subject.folder, `${hashKey(key)}.lock`);
    const ages = { fresh: 1000, old: DAY_MS - 60_000, dead: DAY_MS + 60_000, damaged: 2 * DAY_MS };
    for (const [key, age] of Object.entries(ages)) {
      await writeFile(lock(key), key === 'damaged' ? '' : `${UUID} 1000\n`);
      const then = (Date.now() - age) / 1000;
      await utimes(lock(key), then, then);
    }
    await subject.store.get('anything');
    expect((await readdir(subject.folder)).sort()).toStrictEqual(
      [`${hashKey('fresh')}.lock`, `${hashKey('old')}.lock`].sort(),
    );
  });

  it('looks once a minute, not with every operation', async () => {
    await subject.store.get('anything');
    const orphan = join(subject.folder, `${hashKey('key')}.${UUID}.tmp`);
    await writeFile(orphan, 'x');
    await utimes(orphan, 1, 1);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 58_000);
    await subject.store.get('anything');
    expect(await readdir(subject.folder)).toHaveLength(1);
    clock.mockReturnValue(now + 61_000);
    await subject.store.get('anything');
    expect(await readdir(subject.folder)).toHaveLength(0);
  });
});
