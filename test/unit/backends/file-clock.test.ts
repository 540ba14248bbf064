import { readdir, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileBackend } from '../../../js/backends/file.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { hashKey, TemporaryStore } from './file-helpers.ts';

describe('a clock that fails', { timeout: 60_000 }, () => {
  let subject: TemporaryStore;
  let now: () => number;

  beforeEach(async () => {
    now = Date.now;
    subject = await TemporaryStore.open({ now: () => now() });
    await subject.store.set('key', Uint8Array.of(1), 60);
  });
  afterEach(() => subject.remove());

  const clocks: readonly [string, () => number][] = [
    ['throws', throwing],
    ['gives NaN', () => Number.NaN],
    ['gives infinity', () => Number.POSITIVE_INFINITY],
    ['gives a time before the epoch', () => -1],
    ['gives a time no date has', () => 9e15],
    ['gives text', () => JSON.parse('"1"')],
  ];
  it.each(clocks)('that %s is wrong set-up, and changes nothing', async (_, clock) => {
    const before = await readFile(subject.path('key'));
    now = clock;
    const { store } = subject;
    for (const work of [
      () => store.get('key'),
      () => store.getWithTtl('key'),
      () => store.set('key', Uint8Array.of(2), 60),
      () => store.set('key', Uint8Array.of(2)),
      () => store.exists('key'),
      () => store.getTTL('key'),
      () => store.refreshTTL('key', 60),
      () => store.acquireLock('key', 1000),
    ]) {
      const error: unknown = await work().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(String(error)).not.toContain('topsecret');
    }
    expect(await readdir(subject.folder)).toStrictEqual([hashKey('key')]);
    expect(await readFile(subject.path('key'))).toStrictEqual(before);
  });

  it('leaves a lock to its time where it fails only when the lock is given up', async () => {
    const lockId = (await subject.store.acquireLock('key', 1000)) ?? '';
    now = throwing;
    await expect(subject.store.releaseLock('key', lockId)).rejects.toThrow(ConfigurationError);
    now = Date.now;
    expect(await subject.store.releaseLock('key', lockId)).toBe(true);
  });

  it('has a sibling in the hash of a key, which is the backend’s failure', async () => {
    const store = new FileBackend(throwing, { cacheDir: subject.folder });
    const error: unknown = await store.get('key').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(String(error)).not.toContain('topsecret');
  });
});

function throwing(): never {
  throw new Error('topsecret');
}
