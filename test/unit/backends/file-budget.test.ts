import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileBackend } from '../../../js/backends/file.ts';
import * as fileEvict from '../../../js/backends/file-evict.ts';
import { ValueTooLargeError } from '../../../js/errors.ts';
import { hashKey, TemporaryStore } from './file-helpers.ts';

vi.mock('../../../js/backends/file-evict.ts', { spy: true });

const HEADER = Buffer.from('434b0100000000000000000000000000'.slice(0, 28), 'hex');
/** With its header, 1000 bytes. */
const value = (): Uint8Array => new Uint8Array(986).fill(7);

describe('maxBytes', { timeout: 60_000 }, () => {
  let subject: TemporaryStore;

  beforeEach(async () => {
    subject = await TemporaryStore.open({ maxBytes: 10_000 });
    vi.mocked(fileEvict.listEntries).mockClear();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await subject.remove();
  });

  /** Another process with the same folder, as far as the store can tell. */
  const other = (maxBytes = 10_000): FileBackend =>
    new FileBackend(hashKey, { cacheDir: subject.folder, maxBytes });

  const kept = async (): Promise<string[]> => {
    const names = await readdir(subject.folder);
    return KEYS.filter((key) => names.includes(hashKey(key)));
  };

  const bytesInFolder = async (): Promise<number> => {
    let total = 0;
    for (const name of await readdir(subject.folder)) {
      // One that is removed meanwhile has no size.
      const stats = await stat(join(subject.folder, name)).catch(() => null);
      total += stats?.size ?? 0;
    }
    return total;
  };

  /** Fills the folder with entries that were last used 1000, 999, … seconds ago. */
  const KEYS = Array.from({ length: 12 }, (_, i) => `key-${i}`);
  const fill = async (count: number, ttl?: number): Promise<void> => {
    const yesterday = (): number => Date.now() - 24 * 3600 * 1000;
    const unbounded = new FileBackend(hashKey, {
      cacheDir: subject.folder,
      maxBytes: Number.POSITIVE_INFINITY,
      now: yesterday,
    });
    for (const [i, key] of KEYS.slice(0, count).entries()) {
      await unbounded.set(key, value(), ttl);
      const then = Date.now() / 1000 - 1000 + i;
      await utimes(subject.path(key), then, then);
    }
  };

  it('is kept to by every set, however many there are', async () => {
    for (let i = 0; i < 100; i++) {
      await subject.store.set(`${i}`, value());
      expect(await bytesInFolder()).toBeLessThanOrEqual(10_000);
      expect(await subject.store.exists(`${i}`)).toBe(true);
    }
    await Promise.all(KEYS.map((key) => subject.store.set(key, value())));
    expect(await bytesInFolder()).toBeLessThanOrEqual(10_000);
  });

  it.each([
    ['without a TTL', undefined],
    ['that live', 48 * 3600],
    ['that have expired', 3600],
  ])('lets the least recently used go of entries %s, down to nine tenths', async (_, ttl) => {
    await fill(12, ttl);
    await subject.store.set('new', value());
    await subject.store.close();
    expect(await kept()).toStrictEqual(KEYS.slice(4));
    expect(await other().exists('new')).toBe(true);
  });

  it('counts a read as a use, once a minute, and a look as none', async () => {
    await fill(10);
    for (const read of ['key-0', 'key-2']) await subject.store.get(read);
    await subject.store.exists('key-1');
    await subject.store.getTTL('key-1');
    const { mtimeMs } = await stat(subject.path('key-0'));
    expect(Math.abs(mtimeMs - Date.now())).toBeLessThan(30_000);
    await subject.store.getWithTtl('key-0');
    expect((await stat(subject.path('key-0'))).mtimeMs).toBe(mtimeMs);
    await subject.store.set('new', value());
    await subject.store.close();
    expect(await kept()).toStrictEqual(['key-0', 'key-2', ...KEYS.slice(4, 10)]);
  });

  it('corrects the time of a use that lies ahead', async () => {
    await fill(1);
    await utimes(subject.path('key-0'), 4e9, 4e9);
    await subject.store.get('key-0');
    expect(Math.abs((await stat(subject.path('key-0'))).mtimeMs - Date.now())).toBeLessThan(30_000);
  });

  it('refuses a value that it could never hold, and keeps what was there', async () => {
    await fill(3);
    for (const size of [9987, 20_000]) {
      const setting = subject.store.set('key-0', new Uint8Array(size));
      await expect(setting).rejects.toThrow(ValueTooLargeError);
    }
    expect(await kept()).toStrictEqual(KEYS.slice(0, 3));
    await subject.store.set('key-0', new Uint8Array(9986));
    expect((await subject.store.get('key-0'))?.length).toBe(9986);
    await subject.store.close();
    expect(await bytesInFolder()).toBe(10_000);
  });

  it('neither counts nor removes what is not named like an entry', async () => {
    const names = ['notes', `${hashKey('a')}.lock`, hashKey('a').toUpperCase(), `${hashKey('a')}0`];
    for (const name of names) await writeFile(join(subject.folder, name), new Uint8Array(50_000));
    await mkdir(subject.path('folder'));
    await symlink(join(subject.folder, 'notes'), subject.path('link'));
    await fill(9);
    await subject.store.set('new', value());
    await subject.store.close();
    expect(await kept()).toStrictEqual(KEYS.slice(1, 9));
    for (const name of [...names, hashKey('folder'), hashKey('link')]) {
      expect(await readdir(subject.folder)).toContain(name);
    }
  });

  it('counts what it does not understand, and never removes it', async () => {
    const strange: readonly (readonly [string, Uint8Array])[] = [
      ['of a later version', Buffer.from('434b0200', 'hex')],
      ['with a flag', Buffer.from('434b0100000100000000000000000000', 'hex')],
      ['with a reserved byte', Buffer.from('434b0101000000000000000000000000', 'hex')],
      ['of another program', Buffer.from('KEY: http://example.org/')],
    ];
    for (const [key, start] of strange) {
      await writeFile(subject.path(key), Buffer.concat([start, Buffer.alloc(1000 - start.length)]));
      await utimes(subject.path(key), 1, 1);
    }
    await fill(6);
    await subject.store.set('new', value());
    await subject.store.close();
    expect(await kept()).toStrictEqual(KEYS.slice(2, 6));
    for (const [key] of strange) expect((await stat(subject.path(key))).mtimeMs).toBe(1000);
  });

  it('does not look again for every set where the folder is full of what must stay', async () => {
    await writeFile(subject.path('foreign'), new Uint8Array(50_000));
    for (let i = 0; i < 50; i++) await subject.store.set(`${i}`, new Uint8Array(86));
    expect(vi.mocked(fileEvict.listEntries).mock.calls.length).toBeLessThan(15);
    expect((await stat(subject.path('foreign'))).size).toBe(50_000);
  });

  it('looks through the folder at first and near the bound, not for every set', async () => {
    for (let i = 0; i < 8; i++) await subject.store.set(`${i}`, new Uint8Array(86));
    expect(vi.mocked(fileEvict.listEntries)).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 400; i++) await subject.store.set(`${i}`, new Uint8Array(86));
    // 40,000 bytes; each look makes room for 500 at least.
    expect(vi.mocked(fileEvict.listEntries).mock.calls.length).toBeLessThanOrEqual(1 + 80);
  });

  it('does not count an entry twice that is replaced', async () => {
    for (let i = 0; i < 200; i++) await subject.store.set(`${i % 9}`, value());
    expect(vi.mocked(fileEvict.listEntries)).toHaveBeenCalledTimes(1);
    expect((await readdir(subject.folder)).length).toBe(9);
  });

  it('sees within a minute what others have written', async () => {
    await subject.store.set('key-0', value());
    await fill(12);
    await subject.store.set('key-11', value());
    expect(await kept()).toHaveLength(12);
    const later = performance.now() + 61_000;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    await subject.store.set('key-11', value());
    await vi.waitFor(async () => expect(await bytesInFolder()).toBeLessThanOrEqual(9000));
    expect(await kept()).toStrictEqual(KEYS.slice(3));
  });

  it('spares an entry that is used or replaced after the folder was listed', async () => {
    await fill(11);
    const { listEntries } = await vi.importActual<typeof fileEvict>(
      '../../../js/backends/file-evict.ts',
    );
    vi.mocked(fileEvict.listEntries).mockImplementationOnce(async (folder) => {
      const content = await listEntries(folder);
      await other(Number.POSITIVE_INFINITY).get('key-0');
      await other(Number.POSITIVE_INFINITY).set('key-1', value());
      await rm(subject.path('key-2'));
      return content;
    });
    await subject.store.set('new', value());
    await subject.store.close();
    // Of 12 there: key-2 is gone already, two more make nine.
    expect(await kept()).toStrictEqual(['key-0', 'key-1', ...KEYS.slice(5, 11)]);
  });

  it('fails no set when the folder cannot be looked through', async () => {
    vi.mocked(fileEvict.listEntries).mockRejectedValue(new Error('EACCES'));
    for (let i = 0; i < 30; i++) await subject.store.set(`${i}`, value());
    expect(await subject.store.exists('29')).toBe(true);
  });

  it('is off with Infinity', async () => {
    await fill(12);
    await other(Number.POSITIVE_INFINITY).set('new', value());
    expect(await kept()).toStrictEqual(KEYS);
    expect(vi.mocked(fileEvict.listEntries)).not.toHaveBeenCalled();
    expect((await readFile(subject.path('new'))).subarray(0, 14)).toStrictEqual(HEADER);
  });
});
