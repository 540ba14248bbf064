/** What a store with leases must do. */
import { describe, expect, it } from 'vitest';
import { isLockableBackend } from '../../js/backends/backend.ts';
import { BackendError } from '../../js/errors.ts';
import { type BackendSubject, bytes, OpenedStore, START_MS } from './backend-subject.ts';

const TIMEOUT_MS = 300_000;

export function lockSection(name: string, subject: BackendSubject): void {
  describe(`${name}: locks`, { timeout: 60_000 }, () => {
    const opened = OpenedStore.each(subject);
    const timed = it.skipIf(subject.ownClock === true);
    const locks = () => opened.as(isLockableBackend);

    /** Takes a lock that must be free. */
    async function take(key: string, timeoutMs = TIMEOUT_MS): Promise<string> {
      const lockId = await locks().acquireLock(key, timeoutMs);
      expect(lockId).toBeTypeOf('string');
      expect(lockId).not.toBe('');
      return lockId ?? '';
    }

    it('gives a lock to one holder until it gives it up', async () => {
      const first = await take('key');
      expect(await locks().acquireLock('key', TIMEOUT_MS)).toBeNull();
      expect(await locks().releaseLock('key', first)).toBe(true);
      const second = await take('key');
      expect(second).not.toBe(first);
      expect(await locks().releaseLock('key', second)).toBe(true);
    });

    it('keeps the locks of different keys apart', async () => {
      const [first, second] = [await take('key'), await take('Key')];
      expect(await locks().releaseLock('key', second)).toBe(false);
      expect(await locks().releaseLock('Key', second)).toBe(true);
      expect(await locks().releaseLock('key', first)).toBe(true);
    });

    it('lets nobody give up a lock that is not theirs', async () => {
      expect(await locks().releaseLock('key', 'never given')).toBe(false);
      const lockId = await take('key');
      for (const other of ['', 'x', '../key', '*', `${lockId} `]) {
        expect(await locks().releaseLock('key', other)).toBe(false);
      }
      expect(await locks().acquireLock('key', TIMEOUT_MS)).toBeNull();
      expect(await locks().releaseLock('key', lockId)).toBe(true);
      expect(await locks().releaseLock('key', lockId)).toBe(false);
    });

    timed('ends a lock exactly when its time is over', async () => {
      const first = await take('key', 1500);
      opened.clock = START_MS + 1499;
      expect(await locks().acquireLock('key', 1500)).toBeNull();
      opened.clock = START_MS + 1500;
      const second = await take('key', 1500);
      expect(await locks().releaseLock('key', first)).toBe(false);
      expect(await locks().acquireLock('key', 1500)).toBeNull();
      expect(await locks().releaseLock('key', second)).toBe(true);
    });

    timed('tells a holder who comes too late', async () => {
      const lockId = await take('key', 1500);
      opened.clock = START_MS + 1500;
      expect(await locks().releaseLock('key', lockId)).toBe(false);
      await take('key');
    });

    it('has one winner among all who try at once', async () => {
      for (let round = 0; round < 5; round++) {
        const tries = Array.from({ length: 20 }, () => locks().acquireLock('key', TIMEOUT_MS));
        const won = (await Promise.all(tries)).filter((lockId) => lockId !== null);
        expect(won).toHaveLength(1);
        const releases = Array.from({ length: 5 }, () => locks().releaseLock('key', won[0] ?? ''));
        expect((await Promise.all(releases)).filter((released) => released)).toHaveLength(1);
      }
    });

    timed('has one winner when many find a lock that has ended', async () => {
      for (let round = 1; round <= 5; round++) {
        await take('key', 1000);
        opened.clock += 1000;
        const tries = Array.from({ length: 20 }, () => locks().acquireLock('key', 1000));
        expect((await Promise.all(tries)).filter((lockId) => lockId !== null)).toHaveLength(1);
        opened.clock += 1000;
      }
    });

    it('leaves the entry of the same key alone, and is left alone by it', async () => {
      const lockId = await take('key');
      expect(await locks().exists('key')).toBe(false);
      await locks().set('key', bytes(1));
      expect(await locks().get('key')).toStrictEqual(bytes(1));
      expect(await locks().acquireLock('key', TIMEOUT_MS)).toBeNull();
      await locks().delete('key');
      expect(await locks().releaseLock('key', lockId)).toBe(true);
    });

    it('rejects once closed', async () => {
      const lockId = await take('key');
      await locks().close();
      await expect(locks().acquireLock('key', TIMEOUT_MS)).rejects.toThrow(BackendError);
      await expect(locks().releaseLock('key', lockId)).rejects.toThrow(BackendError);
    });
  });
}
