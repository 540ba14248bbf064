import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileBackend } from '../../../js/backends/file.ts';
import { BackendError, ConfigurationError, ValueTooLargeError } from '../../../js/errors.ts';
import { testBackend } from '../../../js/testing/index.ts';
import { vitestRunner } from '../../helpers/vitest-runner.ts';
import { hashKey, TemporaryStore } from './file-helpers.ts';

let suiteStore: TemporaryStore;
testBackend(vitestRunner, {
  name: 'file',
  create: async (now) => {
    suiteStore = await TemporaryStore.open({ now, maxValueBytes: 2_000_000 });
    return suiteStore.store;
  },
  cleanup: () => suiteStore.remove(),
  time: 'given',
  supports: ['getWithTtl', 'ttl', 'locks'],
  maxValueBytes: 2_000_000,
  break: async () => {
    await rm(suiteStore.folder, { recursive: true });
    await writeFile(suiteStore.folder, 'no folder');
  },
});

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('FileBackend', { timeout: 60_000 }, () => {
  let clock: number;
  let subject: TemporaryStore;

  beforeEach(async () => {
    clock = 2_000_000_000_000;
    subject = await TemporaryStore.open({ now: () => clock, maxValueBytes: 1000 });
  });
  afterEach(() => subject.remove());

  it('writes the format of PROTOCOL §11', async () => {
    await subject.store.set('key', hex('68656c6c6f'));
    expect((await readFile(subject.path('key'))).toString('hex')).toBe(
      '434b01000000000000000000000068656c6c6f',
    );
    await subject.store.set('key', hex(''), 60);
    expect((await readFile(subject.path('key'))).toString('hex')).toBe(
      '434b0100000000000000773594 3c'.replace(' ', ''),
    );
  });

  it('rounds deadlines up to whole seconds', async () => {
    clock += 1;
    await subject.store.set('key', hex('01'), 0.5);
    clock += 1998;
    expect(await subject.store.exists('key')).toBe(true);
    clock += 1;
    expect(await subject.store.exists('key')).toBe(false);
  });

  it('writes private files and folders', async () => {
    const store = new FileBackend(hashKey, { cacheDir: join(subject.folder, 'a', 'b') });
    await store.set('key', hex('01'));
    const folder = join(subject.folder, 'a', 'b');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, hashKey('key')))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toStrictEqual([hashKey('key')]);
  });

  const preserved: readonly [string, string][] = [
    ['flag 1', '434b 01 00 0001 0000000000000000 ff'],
    ['flag 0x8000', '434b 01 00 8000 0000000000000000 ff'],
    ['reserved 1', '434b 01 01 0000 0000000000000000 ff'],
    ['reserved 255', '434b 01 ff 0000 0000000000000000 ff'],
    ['a flag, expired', '434b 01 00 0001 000000003b9aca00 ff'],
    ['reserved, expired', '434b 01 02 0000 000000003b9aca00 ff'],
    ['reserved, cut off', '434b 01 02'],
    ['a flag, cut off', '434b 01 00 0001 00'],
  ];
  it.each(preserved)(
    'FILE-2 FILE-3 misses and preserves a file with %s',
    async (_name, content) => {
      const path = subject.path('key');
      await writeFile(path, hex(content));
      await utimes(path, 1000, 1000);
      const before = await stat(path);
      const { store } = subject;
      expect(await store.get('key')).toBeNull();
      expect(await store.getWithTtl('key')).toBeNull();
      expect(await store.exists('key')).toBe(false);
      expect(await store.getTTL('key')).toBeNull();
      expect(await store.refreshTTL('key', 60)).toBe(false);
      const after = await stat(path);
      expect([after.ino, after.mtimeMs]).toStrictEqual([before.ino, before.mtimeMs]);
      expect(await readFile(path)).toStrictEqual(hex(content));
    },
  );

  it('preserves an oversized file of a later version too', async () => {
    const content = Buffer.concat([hex('434b 01 00 0001 0000000000000000'), Buffer.alloc(5000)]);
    await writeFile(subject.path('key'), content);
    expect(await subject.store.get('key')).toBeNull();
    expect(await readFile(subject.path('key'))).toStrictEqual(content);
  });

  const removed: readonly [string, string][] = [
    ['expired', '434b 01 00 0000 000000003b9aca00 ff'],
    ['expired in this very second', '434b 01 00 0000 0000000077359400 ff'],
    ['empty', ''],
    ['of 13 bytes', '434b 01 00 0000 00000000000000'],
    ['without the magic', '4343 01 00 0000 0000000000000000 ff'],
    ['of version 2', '434b 02 00 0000 0000000000000000 ff'],
    ['of text', '7b22 61 22 3a31 7d'],
  ];
  it.each(removed)('misses and removes a file that is %s', async (_name, content) => {
    const { store } = subject;
    for (const look of [
      () => store.get('key'),
      () => store.getWithTtl('key'),
      () => store.exists('key'),
      () => store.getTTL('key'),
      () => store.refreshTTL('key', 60),
    ]) {
      await writeFile(subject.path('key'), hex(content));
      expect([null, false]).toContain(await look());
      expect(await readdir(subject.folder)).toStrictEqual([]);
    }
  });

  it('reads a deadline of the next second, and the largest there is', async () => {
    for (const expiry of ['0000000077359401', 'ffffffffffffffff']) {
      await writeFile(subject.path('key'), hex(`434b 01 00 0000 ${expiry} ff`));
      expect(await subject.store.get('key')).toStrictEqual(new Uint8Array([255]));
    }
  });

  it('bounds values in both directions, and keeps a file that is only too large', async () => {
    await expect(subject.store.set('key', new Uint8Array(1001))).rejects.toThrow(
      ValueTooLargeError,
    );
    await subject.store.set('key', new Uint8Array(1000));
    expect((await subject.store.get('key'))?.length).toBe(1000);
    await writeFile(
      subject.path('key'),
      Buffer.concat([hex('434b 01 00 0000 0000000000000000'), Buffer.alloc(1001)]),
    );
    expect(await subject.store.get('key')).toBeNull();
    expect(await subject.store.exists('key')).toBe(false);
    expect(await subject.store.refreshTTL('key', 60)).toBe(false);
    expect((await stat(subject.path('key'))).size).toBe(1015);
  });

  it('takes no memory for a sparse file of 1 TiB', async () => {
    await writeFile(subject.path('key'), hex('434b 01 00 0000 0000000000000000'));
    await truncate(subject.path('key'), 2 ** 40);
    expect(await subject.store.get('key')).toBeNull();
  });

  it('follows no link and takes no folder for an entry', async () => {
    const outside = join(subject.folder, 'outside');
    await writeFile(outside, hex('434b 01 00 0000 0000000000000000 aa'));
    await symlink(outside, subject.path('link'));
    await symlink(join(subject.folder, 'nowhere'), subject.path('dangling'));
    await mkdir(subject.path('folder'));
    for (const key of ['link', 'dangling', 'folder']) {
      expect(await subject.store.get(key)).toBeNull();
      expect(await subject.store.exists(key)).toBe(false);
      expect(await subject.store.refreshTTL(key, 60)).toBe(false);
    }
    expect(await readFile(outside)).toStrictEqual(hex('434b 01 00 0000 0000000000000000 aa'));
    expect(await subject.store.delete('folder')).toBe(false);
    await subject.store.set('link', hex('bb'));
    expect((await readFile(outside)).at(-1)).toBe(0xaa);
    expect(await subject.store.get('link')).toStrictEqual(new Uint8Array([0xbb]));
    await expect(subject.store.set('folder', hex('bb'))).rejects.toThrow(BackendError);
    expect((await readdir(subject.folder)).filter((name) => name.endsWith('.tmp'))).toStrictEqual(
      [],
    );
  });

  it('stays in its folder when the process changes its own', async () => {
    const before = process.cwd();
    const store = new FileBackend(hashKey, { cacheDir: relative(before, subject.folder) });
    process.chdir('/');
    try {
      await store.set('key', hex('01'));
    } finally {
      process.chdir(before);
    }
    expect(await subject.store.get('key')).toStrictEqual(new Uint8Array([1]));
  });

  it('makes the folder again when somebody has removed it', async () => {
    await subject.store.set('key', hex('01'));
    await rm(subject.folder, { recursive: true });
    expect(await subject.store.get('key')).toBeNull();
    await subject.store.set('key', hex('02'));
    expect(await subject.store.get('key')).toStrictEqual(new Uint8Array([2]));
  });

  it('refuses a folder that everybody may write to', async () => {
    const shared = join(subject.folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o777);
    const store = new FileBackend(hashKey, { cacheDir: shared });
    await expect(store.set('key', hex('01'))).rejects.toMatchObject({
      classification: 'permanent',
    });
    await chmod(shared, 0o700);
    await store.set('key', hex('01'));
  });

  it('reports a folder it cannot make, by code and without the key', async () => {
    await writeFile(join(subject.folder, 'plain'), 'x');
    const store = new FileBackend(hashKey, { cacheDir: join(subject.folder, 'plain', 'x') });
    const error: unknown = await store.get('topsecret').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(String(error)).toMatch(/ENOTDIR/);
    expect(String(error)).not.toContain('topsecret');
  });

  it('refuses keys that UTF-8 cannot tell apart, and names that are not hashes', async () => {
    await expect(subject.store.get('\ud800')).rejects.toThrow(ConfigurationError);
    for (const name of ['../../etc/passwd', 'a'.repeat(31), 'A'.repeat(32), '']) {
      const store = new FileBackend(() => name, { cacheDir: subject.folder });
      await expect(store.set('key', hex('01'))).rejects.toThrow(BackendError);
    }
    const slow = new FileBackend(async (key) => hashKey(key), { cacheDir: subject.folder });
    await slow.set('key', hex('01'));
    expect(await subject.store.get('key')).toStrictEqual(new Uint8Array([1]));
  });

  it('checks its options at construction and touches no disk', () => {
    const bad = [
      { maxValueBytes: 0 },
      { maxValueBytes: Number.NaN },
      { maxValueBytes: 1.5 },
      // A file of that size would end the process: Node asserts that a read fits 31 bits.
      { maxValueBytes: 2 ** 31 },
      { maxBytes: 13 },
      { maxBytes: Number.NaN },
      { maxBytes: 100.5 },
      { maxBytes: Number.NEGATIVE_INFINITY },
      { maxBytes: '100' },
      { now: 5 },
      { fileMode: 0o400 },
      { fileMode: 0o1600 },
      { dirMode: 0o600 },
      { cacheDir: '' },
      { cacheDir: 'a\0b' },
      { cacheDirectory: 'x' },
    ];
    for (const options of bad) {
      expect(() => Reflect.construct(FileBackend, [hashKey, options])).toThrow(ConfigurationError);
    }
    expect(() => new FileBackend(hashKey, { cacheDir: '/nonexistent/x' })).not.toThrow();
  });
});
