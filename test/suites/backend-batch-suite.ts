/** What a store must do that reads, writes or removes several entries in one round trip. */
import { describe, expect, it } from 'vitest';
import { BackendError, ConfigurationError } from '../../js/errors.ts';
import { type BackendSubject, bytes, OpenedStore, START_MS } from './backend-subject.ts';

const MANY = Array.from({ length: 250 }, (_, i) => `key-${i}`);

export function getManySection(name: string, subject: BackendSubject): void {
  describe(`${name}: getMany`, { timeout: 60_000 }, () => {
    const opened = OpenedStore.each(subject);
    const getMany = (keys: readonly string[]) => opened.store.getMany?.(keys);

    it('answers in the order of the keys, null for a miss, and each time it is asked', async () => {
      await opened.store.set('a', bytes(1));
      await opened.store.set('b', bytes());
      expect(await getMany(['b', 'absent', 'a', 'b'])).toStrictEqual([
        bytes(),
        null,
        bytes(1),
        bytes(),
      ]);
      expect(await getMany(['absent'])).toStrictEqual([null]);
      expect(await getMany([])).toStrictEqual([]);
    });

    it('gives copies, also of one entry asked for twice', async () => {
      await opened.store.set('a', bytes(1));
      const [first, second] = (await getMany(['a', 'a'])) ?? [];
      first?.fill(0);
      expect(second).toStrictEqual(bytes(1));
      expect(await opened.store.get('a')).toStrictEqual(bytes(1));
    });

    it('reads many', async () => {
      await Promise.all(MANY.map((key, i) => opened.store.set(key, bytes(i & 255, i >> 8))));
      expect(await getMany(MANY)).toStrictEqual(MANY.map((_, i) => bytes(i & 255, i >> 8)));
    });

    it.skipIf(subject.ownClock === true)('misses what has expired', async () => {
      await opened.store.set('a', bytes(1), 60);
      await opened.store.set('b', bytes(2));
      opened.clock = START_MS + 60_000;
      expect(await getMany(['a', 'b'])).toStrictEqual([null, bytes(2)]);
    });

    it('rejects once closed', async () => {
      await opened.store.close();
      await expect(getMany(['a'])).rejects.toThrow(BackendError);
    });
  });
}

export function setManySection(name: string, subject: BackendSubject): void {
  describe(`${name}: setMany`, { timeout: 60_000 }, () => {
    const opened = OpenedStore.each(subject);
    const setMany = (entries: readonly (readonly [string, Uint8Array])[], ttl?: number) =>
      opened.store.setMany?.(entries, ttl);

    it('stores many, replaces what was there, and takes none', async () => {
      await opened.store.set('key-1', bytes(9));
      await setMany(MANY.map((key, i) => [key, bytes(i & 255, i >> 8)]));
      await setMany([]);
      const stored = await Promise.all(MANY.map((key) => opened.store.get(key)));
      expect(stored).toStrictEqual(MANY.map((_, i) => bytes(i & 255, i >> 8)));
    });

    it('stores copies: the caller may change its buffers while setting', async () => {
      const value = bytes(1, 2);
      const setting = setMany([
        ['a', value],
        ['b', value],
      ]);
      value.fill(0);
      await setting;
      expect(await opened.store.get('a')).toStrictEqual(bytes(1, 2));
      expect(await opened.store.get('b')).toStrictEqual(bytes(1, 2));
    });

    it.skipIf(subject.ownClock === true)('gives every entry the TTL, or none', async () => {
      await setMany([['kept', bytes(1)]]);
      await setMany(
        [
          ['a', bytes(1)],
          ['b', bytes(2)],
        ],
        59.5,
      );
      opened.clock = START_MS + 59_999;
      expect(await opened.store.get('b')).toStrictEqual(bytes(2));
      opened.clock = START_MS + 60_000;
      expect(await opened.store.get('a')).toBeNull();
      expect(await opened.store.get('b')).toBeNull();
      expect(await opened.store.get('kept')).toStrictEqual(bytes(1));
    });

    it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 315_360_001])(
      'refuses a TTL of %s and keeps what was there',
      async (ttl) => {
        await opened.store.set('a', bytes(1));
        await expect(setMany([['a', bytes(2)]], ttl)).rejects.toThrow(ConfigurationError);
        expect(await opened.store.get('a')).toStrictEqual(bytes(1));
      },
    );

    it('rejects once closed', async () => {
      await opened.store.close();
      await expect(setMany([['a', bytes(1)]])).rejects.toThrow(BackendError);
    });
  });
}

export function deleteManySection(name: string, subject: BackendSubject): void {
  describe(`${name}: deleteMany`, { timeout: 60_000 }, () => {
    const opened = OpenedStore.each(subject);
    const deleteMany = (keys: readonly string[]) => opened.store.deleteMany?.(keys);

    it('removes what it is told, nothing else, and counts what was there', async () => {
      await Promise.all(MANY.map((key) => opened.store.set(key, bytes(1))));
      await opened.store.set('kept', bytes(2));
      expect(await deleteMany(['absent', ...MANY])).toBe(MANY.length);
      const left = await Promise.all(MANY.map((key) => opened.store.exists(key)));
      expect(left).not.toContain(true);
      expect(await opened.store.get('kept')).toStrictEqual(bytes(2));
      expect(await deleteMany(MANY)).toBe(0);
      expect(await deleteMany([])).toBe(0);
    });

    it('rejects once closed', async () => {
      await opened.store.close();
      await expect(deleteMany(['a'])).rejects.toThrow(BackendError);
    });
  });
}
