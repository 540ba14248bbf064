import { readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as FileOpen from '../../../js/backends/file-open.ts';
import { TemporaryStore } from './file-helpers.ts';

interface Faults {
  /** What the next reads give instead of the file's bytes. */
  start: Uint8Array[];
  /** What happens after the next reads. */
  meanwhile: (() => Promise<void>)[];
  reads: number;
}

const faults = vi.hoisted((): Faults => ({ start: [], meanwhile: [], reads: 0 }));
vi.mock('../../../js/backends/file-open.ts', async (importOriginal) => {
  const original = await importOriginal<typeof FileOpen>();
  return {
    ...original,
    readStart: async (...given: Parameters<typeof original.readStart>) => {
      faults.reads += 1;
      const read = await original.readStart(...given);
      const fault = faults.start.shift();
      if (fault !== undefined) read?.set(fault);
      await faults.meanwhile.shift()?.();
      return read;
    },
  };
});

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const VALUE = hex('68656c6c6f');

describe('the expiry in the header', { timeout: 60_000 }, () => {
  let clock: number;
  let subject: TemporaryStore;

  beforeEach(async () => {
    clock = 2_000_000_000_000;
    subject = await TemporaryStore.open({ now: () => clock });
  });
  afterEach(() => subject.remove());

  it('FILE-5 is changed in place, by its eight bytes alone', async () => {
    await subject.store.set('key', VALUE, 60);
    const before = await stat(subject.path('key'));
    expect(await subject.store.refreshTTL('key', 120.5)).toBe(true);
    const after = await stat(subject.path('key'));
    expect([after.ino, after.size]).toStrictEqual([before.ino, before.size]);
    expect((await readFile(subject.path('key'))).toString('hex')).toBe(
      '434b0100000000000000773594 79 68656c6c6f'.replaceAll(' ', ''),
    );
    expect(await subject.store.getTTL('key')).toBe(121);
  });

  it('FILE-6 is read together with all that is asked for, in one read', async () => {
    await subject.store.set('key', VALUE, 60);
    for (const look of [
      () => subject.store.get('key'),
      () => subject.store.getWithTtl('key'),
      () => subject.store.exists('key'),
      () => subject.store.getTTL('key'),
      () => subject.store.refreshTTL('key', 60),
    ]) {
      faults.reads = 0;
      await look();
      expect(faults.reads).toBe(1);
    }
  });

  it('is read again when it looks passed: it may be half changed', async () => {
    await subject.store.set('key', VALUE, 60);
    const torn = hex('434b 01 00 0000 0000000077350000');
    faults.start.push(torn);
    expect(await subject.store.get('key')).toStrictEqual(new Uint8Array(VALUE));
    faults.start.push(torn);
    expect(await subject.store.getTTL('key')).toBe(60);
    faults.start.push(torn);
    expect(await subject.store.refreshTTL('key', 90)).toBe(true);
    expect(await subject.store.getTTL('key')).toBe(90);
  });

  it('told by getWithTtl is of the time when the entry is there', async () => {
    await subject.store.set('key', VALUE, 60);
    clock += 500;
    expect((await subject.store.getWithTtl('key'))?.remainingTtl).toBe(59.5);
    let asked = 0;
    const slow = await TemporaryStore.open({
      cacheDir: subject.folder,
      now: () => clock + 59_000 * asked++,
    });
    // Live when the read began, over when it ended.
    expect(await slow.store.getWithTtl('key')).toStrictEqual({
      bytes: new Uint8Array(VALUE),
      remainingTtl: 0.5,
    });
    asked = 0;
    clock += 500;
    expect(await slow.store.getWithTtl('key')).toBeNull();
    expect(await subject.store.exists('key')).toBe(true);
    await slow.remove();
  });

  it('never gets into what replaced the file after the look, or brings it back', async () => {
    await subject.store.set('key', VALUE, 60);
    await subject.store.set('other', hex('bb'), 600);
    faults.meanwhile.push(() => rename(subject.path('other'), subject.path('key')));
    await subject.store.refreshTTL('key', 90);
    expect(await subject.store.getTTL('key')).toBe(600);
    expect(await subject.store.get('key')).toStrictEqual(new Uint8Array([0xbb]));
    faults.meanwhile.push(() => unlink(subject.path('key')));
    await subject.store.refreshTTL('key', 90);
    expect(await subject.store.get('key')).toBeNull();
  });

  it('may be any number of seconds', async () => {
    await writeFile(subject.path('key'), hex('434b 01 00 0000 ffffffffffffffff ff'));
    expect(await subject.store.getTTL('key')).toBe(2 ** 64 - 2_000_000_000);
    expect(await subject.store.refreshTTL('key', 315_360_000)).toBe(true);
    expect(await subject.store.getTTL('key')).toBe(315_360_000);
  });

  it('is changed without a change of anything else that counts as a use by readers', async () => {
    await subject.store.set('key', VALUE, 60);
    await utimes(subject.path('key'), 1000, 1000);
    for (const look of [() => subject.store.exists('key'), () => subject.store.getTTL('key')]) {
      await look();
      expect((await stat(subject.path('key'))).mtimeMs).toBe(1_000_000);
    }
  });
});
