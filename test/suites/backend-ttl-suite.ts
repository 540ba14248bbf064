/** What a store must do that tells or changes how long an entry lives. */
import { describe, expect, it } from 'vitest';
import { isTTLBackend } from '../../js/backends/backend.ts';
import { BackendError, ConfigurationError } from '../../js/errors.ts';
import { type BackendSubject, bytes, OpenedStore, START_MS } from './backend-subject.ts';

/** Longer than any test runs, so that a store with its own clock may count down meanwhile. */
const TTL = 1000;
const LEAST = TTL - 60;

export function getWithTtlSection(name: string, subject: BackendSubject): void {
  describe(`${name}: getWithTtl`, { timeout: 60_000 }, () => {
    const opened = OpenedStore.each(subject);
    const timed = it.skipIf(subject.ownClock === true);
    const read = (key: string) => opened.store.getWithTtl?.(key);

    it('gives the bytes with the seconds left, and null for a miss', async () => {
      expect(await read('key')).toBeNull();
      await opened.store.set('key', bytes(1, 2), TTL);
      const entry = await read('key');
      expect(entry?.bytes).toStrictEqual(bytes(1, 2));
      expect(entry?.remainingTtl).toBeGreaterThan(LEAST);
      expect(entry?.remainingTtl).toBeLessThanOrEqual(TTL);
    });

    it('leaves the time out where the entry does not expire', async () => {
      await opened.store.set('key', bytes(1), TTL);
      await opened.store.set('key', bytes());
      expect(await read('key')).toStrictEqual({ bytes: bytes() });
    });

    it('gives a copy: the caller may change what it got', async () => {
      await opened.store.set('key', bytes(1, 2));
      (await read('key'))?.bytes.fill(0);
      expect((await read('key'))?.bytes).toStrictEqual(bytes(1, 2));
    });

    timed('counts down to the deadline, never past it', async () => {
      await opened.store.set('key', bytes(1), 60);
      opened.clock = START_MS + 59_000;
      expect((await read('key'))?.remainingTtl).toBe(1);
      opened.clock = START_MS + 59_999;
      const left = (await read('key'))?.remainingTtl;
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(1);
      opened.clock = START_MS + 60_000;
      expect(await read('key')).toBeNull();
    });

    it('rejects once closed', async () => {
      await opened.store.close();
      await expect(read('key')).rejects.toThrow(BackendError);
    });
  });
}

export function ttlSection(name: string, subject: BackendSubject): void {
  describe(`${name}: getTTL and refreshTTL`, { timeout: 60_000 }, () => {
    const opened = OpenedStore.each(subject);
    const timed = it.skipIf(subject.ownClock === true);
    const ttls = () => opened.as(isTTLBackend);

    it('tells whole seconds left, null for a miss and for no expiry', async () => {
      expect(await ttls().getTTL('key')).toBeNull();
      await ttls().set('key', bytes(1));
      expect(await ttls().getTTL('key')).toBeNull();
      await ttls().set('key', bytes(1), TTL);
      await expectTtl(ttls().getTTL('key'));
    });

    timed('rounds the seconds left up and ends at the deadline', async () => {
      await ttls().set('key', bytes(1), 60);
      opened.clock = START_MS + 1500;
      expect(await ttls().getTTL('key')).toBe(59);
      opened.clock = START_MS + 59_999;
      expect(await ttls().getTTL('key')).toBe(1);
      opened.clock = START_MS + 60_000;
      expect(await ttls().getTTL('key')).toBeNull();
    });

    it.each([undefined, 10, 100_000])('replaces a TTL of %s and nothing else', async (before) => {
      await ttls().set('key', bytes(1, 2, 3), before);
      await ttls().set('other', bytes(4));
      expect(await ttls().refreshTTL('key', TTL)).toBe(true);
      await expectTtl(ttls().getTTL('key'));
      expect(await ttls().get('key')).toStrictEqual(bytes(1, 2, 3));
      expect(await ttls().getTTL('other')).toBeNull();
    });

    timed('lets the entry live from now on, until the new deadline', async () => {
      await ttls().set('key', bytes(1), 60);
      opened.clock = START_MS + 50_000;
      expect(await ttls().refreshTTL('key', 60)).toBe(true);
      opened.clock = START_MS + 109_999;
      expect(await ttls().get('key')).toStrictEqual(bytes(1));
      opened.clock = START_MS + 110_000;
      expect(await ttls().get('key')).toBeNull();
    });

    timed('rounds a fraction of a second up', async () => {
      await ttls().set('key', bytes(1));
      await ttls().refreshTTL('key', 0.001);
      expect(await ttls().getTTL('key')).toBe(1);
    });

    it('makes no entry where there is none', async () => {
      expect(await ttls().refreshTTL('key', TTL)).toBe(false);
      expect(await ttls().exists('key')).toBe(false);
    });

    timed('brings nothing back that has expired', async () => {
      await ttls().set('key', bytes(1), 60);
      opened.clock = START_MS + 60_000;
      expect(await ttls().refreshTTL('key', 60)).toBe(false);
      opened.clock = START_MS;
      expect(await ttls().get('key')).toBeNull();
    });

    it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 315_360_001])(
      'refuses a TTL of %s and keeps the one that was',
      async (ttl) => {
        await ttls().set('key', bytes(1), TTL);
        await expect(ttls().refreshTTL('key', ttl)).rejects.toThrow(ConfigurationError);
        await expectTtl(ttls().getTTL('key'));
      },
    );

    it('never undoes a set or a delete of the same time', async () => {
      for (let i = 0; i < 50; i++) {
        await ttls().set('key', bytes(i));
        await Promise.all([ttls().refreshTTL('key', TTL), ttls().set('key', bytes(i, i))]);
        expect(await ttls().get('key')).toStrictEqual(bytes(i, i));
        await Promise.all([ttls().refreshTTL('key', TTL), ttls().delete('key')]);
        expect(await ttls().get('key')).toBeNull();
      }
    });

    it('rejects once closed', async () => {
      await ttls().close();
      await expect(ttls().getTTL('key')).rejects.toThrow(BackendError);
      await expect(ttls().refreshTTL('key', TTL)).rejects.toThrow(BackendError);
    });
  });
}

async function expectTtl(asked: Promise<number | null>): Promise<void> {
  const seconds = await asked;
  expect(seconds).toSatisfy(Number.isInteger);
  expect(seconds).toBeGreaterThan(LEAST);
  expect(seconds).toBeLessThanOrEqual(TTL);
}
