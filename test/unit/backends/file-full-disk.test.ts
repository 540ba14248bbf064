/** A disk without room: a small one in memory, which only root may mount. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileBackend } from '../../../js/backends/file.ts';
import type { FileBackendOptions } from '../../../js/backends/file-options.ts';
import { BackendError } from '../../../js/errors.ts';
import { hashKey } from './file-helpers.ts';

const run = promisify(execFile);
const DISK_BYTES = 1024 * 1024;

describe('a full disk', { timeout: 60_000 }, () => {
  let folder: string;
  let mounted = false;
  let store: FileBackend;

  const open = (options: FileBackendOptions = {}): FileBackend =>
    new FileBackend(hashKey, { cacheDir: join(folder, 'cache'), ...options });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sealcache-full-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  beforeEach(async ({ skip }) => {
    try {
      await run('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=${DISK_BYTES},mode=700,noatime`,
        'tmpfs',
        folder,
      ]);
      mounted = true;
    } catch {
      skip('needs a disk that can be full: only root may mount one, and not in every container');
    }
    store = open();
  });
  afterEach(async () => {
    if (!mounted) return;
    mounted = false;
    try {
      await store.close();
    } finally {
      // Lazily: a test that failed may have left a file open.
      await run('umount', ['-l', folder]);
    }
  });

  const names = async (): Promise<string[]> => (await readdir(join(folder, 'cache'))).sort();

  /** Takes what is left, but for less than a page. */
  async function fillUp(): Promise<void> {
    await writeFile(join(folder, 'filler'), new Uint8Array(DISK_BYTES)).catch(() => undefined);
  }

  async function expectFull(work: Promise<unknown>): Promise<void> {
    const error: unknown = await work.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', 'permanent');
    expect(String(error)).toContain('ENOSPC');
  }

  it('keeps the old entry and no part of the new one', async () => {
    await store.set('key', Uint8Array.of(1), 60);
    await expectFull(store.set('key', new Uint8Array(DISK_BYTES)));
    await expectFull(store.set('other', new Uint8Array(DISK_BYTES)));
    expect(await names()).toStrictEqual([hashKey('key')]);
    expect(await store.get('key')).toStrictEqual(Uint8Array.of(1));
    // The room that the part had taken is free again.
    await store.set('other', new Uint8Array(DISK_BYTES / 2));
  });

  it('holds only whole entries, however it fills up', async () => {
    const value = (i: number): Uint8Array => new Uint8Array(50_000 + i).fill(i);
    const stored = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => store.set(`${i}`, value(i))),
    );
    const outcomes = stored.map(({ status }) => status);
    expect(new Set(outcomes)).toStrictEqual(new Set(['fulfilled', 'rejected']));
    for (const [i, outcome] of outcomes.entries()) {
      const expected = outcome === 'fulfilled' ? value(i) : null;
      expect(await store.get(`${i}`)).toStrictEqual(expected);
    }
    expect((await names()).filter((name) => name.endsWith('.tmp'))).toStrictEqual([]);
  });

  it('still lets entries be read, removed and given another time', async () => {
    await store.set('key', Uint8Array.of(1), 60);
    const lockId = (await store.acquireLock('key', 60_000)) ?? '';
    await fillUp();
    expect(await store.refreshTTL('key', 600)).toBe(true);
    expect(await store.getTTL('key')).toBeGreaterThan(60);
    expect((await store.getWithTtl('key'))?.bytes).toStrictEqual(Uint8Array.of(1));
    expect(await store.releaseLock('key', lockId)).toBe(true);
    expect(await store.delete('key')).toBe(true);
    expect(await names()).toStrictEqual([]);
  });

  it('gives no lock, and keeps no part of one', async () => {
    await store.get('key');
    await fillUp();
    await expectFull(store.acquireLock('key', 1000));
    expect(await names()).toStrictEqual([]);
    await rm(join(folder, 'filler'));
    expect(await store.acquireLock('key', 1000)).not.toBeNull();
  });

  it('without access times tells all the same which entries are used', async () => {
    for (const key of ['read', 'unread']) {
      await store.set(key, Uint8Array.of(1));
      await utimes(join(folder, 'cache', hashKey(key)), 1000, 1000);
    }
    await store.get('read');
    const bounded = open({ maxBytes: 40 });
    await bounded.set('new', Uint8Array.of(1));
    await bounded.close();
    expect(await names()).toStrictEqual([hashKey('read'), hashKey('new')].sort());
  });

  it('is not met with a bound below its size', async () => {
    const bounded = open({ maxBytes: DISK_BYTES / 2 });
    for (let i = 0; i < 60; i++) await bounded.set(`${i}`, new Uint8Array(40_000));
    expect(await bounded.exists('59')).toBe(true);
    await bounded.close();
  });
});
