import {
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimLock, endLock } from '../../../js/backends/file-lock-file.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { hashKey, TemporaryStore } from './file-helpers.ts';

const START_MS = 2_000_000_000_000;
const TOKEN = '00000000-0000-4000-8000-000000000000';

describe('locks in files', { timeout: 60_000 }, () => {
  let clock: number;
  let subject: TemporaryStore;
  let lock: string;

  beforeEach(async () => {
    clock = START_MS;
    subject = await TemporaryStore.open({ now: () => clock });
    lock = `${subject.path('key')}.lock`;
  });
  afterEach(() => subject.remove());

  it('hold their token and deadline, are private, and leave nothing behind', async () => {
    const token = await subject.store.acquireLock('key', 1500);
    expect(await readFile(lock, 'utf8')).toBe(`${token} ${START_MS + 1500}\n`);
    expect((await stat(lock)).mode & 0o777).toBe(0o600);
    expect(await subject.store.acquireLock('key', 1500)).toBeNull();
    expect(await readdir(subject.folder)).toStrictEqual([`${hashKey('key')}.lock`]);
    clock += 1500;
    const next = await subject.store.acquireLock('key', 1500);
    expect(await readdir(subject.folder)).toStrictEqual([`${hashKey('key')}.lock`]);
    await subject.store.releaseLock('key', next ?? '');
    expect(await readdir(subject.folder)).toStrictEqual([]);
  });

  it.each(['', 'x', `${TOKEN} `, `${TOKEN} 99999999999999999\n`, `${TOKEN} 4e12\n`])(
    'that say nothing are over: %j',
    async (content) => {
      await writeFile(lock, content);
      const token = await subject.store.acquireLock('key', 1000);
      expect(await readFile(lock, 'utf8')).toBe(`${token} ${START_MS + 1000}\n`);
      expect(await readdir(subject.folder)).toHaveLength(1);
    },
  );

  it('that were made by a clock far ahead are over', async () => {
    const day = 24 * 3600 * 1000;
    await subject.store.acquireLock('key', day);
    clock -= 2;
    expect(await subject.store.acquireLock('key', 1000)).not.toBeNull();
    expect(await subject.store.acquireLock('other', day)).not.toBeNull();
    expect(await subject.store.acquireLock('other', day)).toBeNull();
  });

  it('are ended by one alone, who has claimed it', async () => {
    await subject.store.acquireLock('key', 1000);
    const [token = ''] = (await readFile(lock, 'utf8')).split(' ');
    const claim = await claimLock(subject.path('key'), token);
    expect(claim).not.toBeNull();
    clock += 1000;
    expect(await subject.store.acquireLock('key', 1000)).toBeNull();
    expect(await subject.store.releaseLock('key', token)).toBe(false);
    expect((await readFile(lock, 'utf8')).startsWith(token)).toBe(true);
    await unlink(claim ?? '');
    expect(await subject.store.acquireLock('key', 1000)).not.toBeNull();
  });

  it('are not ended by a claim that came too late', async () => {
    const first = (await subject.store.acquireLock('key', 1000)) ?? '';
    clock += 1000;
    const second = (await subject.store.acquireLock('key', 1000)) ?? '';
    // Somebody read the first one before it was replaced, and acts only now.
    expect(await endLock(subject.path('key'), first)).toBe(false);
    expect(await readdir(subject.folder)).toStrictEqual([`${hashKey('key')}.lock`]);
    expect(await subject.store.releaseLock('key', second)).toBe(true);
  });

  it('refuse times that are none', async () => {
    const times = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 24 * 3600 * 1000 + 1];
    for (const timeoutMs of times) {
      const taking = subject.store.acquireLock('key', timeoutMs);
      await expect(taking).rejects.toThrow(ConfigurationError);
    }
    expect(await readdir(subject.folder)).toStrictEqual([]);
  });

  it('follow no link and take no folder for a lock', async () => {
    const outside = join(subject.folder, 'outside');
    await writeFile(outside, 'x');
    await symlink(outside, lock);
    await expect(subject.store.acquireLock('key', 1000)).rejects.toThrow(BackendError);
    expect(await readFile(outside, 'utf8')).toBe('x');
    await rm(lock);
    await mkdir(lock);
    await expect(subject.store.acquireLock('key', 1000)).rejects.toThrow(BackendError);
    expect((await readdir(subject.folder)).sort()).toStrictEqual(
      ['outside', `${hashKey('key')}.lock`].sort(),
    );
  });

  it('can be taken again when somebody has removed the folder', async () => {
    const token = (await subject.store.acquireLock('key', 1000)) ?? '';
    await rm(subject.folder, { recursive: true });
    expect(await subject.store.releaseLock('key', token)).toBe(false);
    expect(await subject.store.acquireLock('key', 1000)).not.toBeNull();
  });

  it('outlive the store that took them, until their time', async () => {
    await subject.store.acquireLock('key', 1000);
    const other = await TemporaryStore.open({ cacheDir: subject.folder, now: () => clock });
    await subject.store.close();
    expect(await other.store.acquireLock('key', 1000)).toBeNull();
    clock += 1000;
    expect(await other.store.acquireLock('key', 1000)).not.toBeNull();
    await other.remove();
  });

  it('of a copied folder work like any other', async () => {
    await subject.store.acquireLock('key', 1000);
    await link(lock, join(subject.folder, 'backup'));
    await rename(join(subject.folder, 'backup'), `${subject.path('other')}.lock`);
    expect(await subject.store.acquireLock('other', 1000)).toBeNull();
    clock += 1000;
    expect(await subject.store.acquireLock('other', 1000)).not.toBeNull();
    expect(await subject.store.acquireLock('key', 1000)).not.toBeNull();
  });
});
