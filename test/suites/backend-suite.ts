/** What every store must do, whatever it stores in. Run by each store's own test file. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Backend, isLockableBackend, isTTLBackend } from '../../js/backends/backend.ts';
import { BackendError, ConfigurationError } from '../../js/errors.ts';
import { deleteManySection, getManySection, setManySection } from './backend-batch-suite.ts';
import { lockSection } from './backend-lock-suite.ts';
import {
  type BackendSubject,
  bytes,
  type Capability,
  OpenedStore,
  START_MS,
} from './backend-subject.ts';
import { getWithTtlSection, ttlSection } from './backend-ttl-suite.ts';

export type { BackendSubject } from './backend-subject.ts';

type BackendSection = (name: string, subject: BackendSubject) => void;

const CAPABILITIES: Readonly<Record<Capability, (store: Backend) => boolean>> = {
  getWithTtl: (store) => store.getWithTtl !== undefined,
  getMany: (store) => store.getMany !== undefined,
  setMany: (store) => store.setMany !== undefined,
  deleteMany: (store) => store.deleteMany !== undefined,
  TTLBackend: isTTLBackend,
  LockableBackend: isLockableBackend,
};

export function backendSuite(name: string, subject: BackendSubject): void {
  describe(`${name}: what every backend does`, { timeout: 60_000 }, () => {
    const opened = OpenedStore.each(subject);
    const timed = it.skipIf(subject.ownClock === true);
    let store: Backend;
    beforeEach(() => {
      store = opened.store;
    });

    it('has exactly the capabilities that its subject declares', () => {
      const found = Object.entries(CAPABILITIES)
        .filter(([, has]) => has(store))
        .map(([capability]) => capability);
      const declared = [...(subject.capabilities ?? [])];
      expect(found.sort(), 'of the store, against the subject').toStrictEqual(declared.sort());
    });

    it('misses what was never set', async () => {
      expect(await store.get('absent')).toBeNull();
      expect(await store.exists('absent')).toBe(false);
      expect(await store.delete('absent')).toBe(false);
    });

    it('brings back any bytes as a Uint8Array', async () => {
      const all = Uint8Array.from({ length: 256 }, (_, i) => i);
      const large = Uint8Array.from({ length: 1024 * 1024 }, (_, i) => (i * 31) >> 3);
      for (const value of [all, bytes(), bytes(0), large]) {
        await store.set('key', value);
        const back = await store.get('key');
        expect(back).toStrictEqual(value);
        expect(await store.exists('key')).toBe(true);
      }
    });

    it('brings back random bytes under random keys', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
          fc.uint8Array({ maxLength: 200 }),
          async (key, value) => {
            await store.set(key, value);
            expect(await store.get(key)).toStrictEqual(value);
          },
        ),
        { numRuns: 60 },
      );
    });

    it('keeps keys apart', async () => {
      const keys = [
        'a',
        'A',
        'a ',
        ' a',
        'a\0',
        'é',
        'e\u0301',
        '../a',
        'a/b',
        '%61',
        '😀',
        '__proto__',
      ];
      for (const [i, key] of keys.entries()) await store.set(key, bytes(i));
      for (const [i, key] of keys.entries()) expect(await store.get(key)).toStrictEqual(bytes(i));
    });

    it('replaces and deletes', async () => {
      await store.set('key', bytes(1, 2, 3));
      await store.set('key', bytes(4));
      expect(await store.get('key')).toStrictEqual(bytes(4));
      expect(await store.delete('key')).toBe(true);
      expect(await store.get('key')).toBeNull();
      expect(await store.delete('key')).toBe(false);
    });

    it('stores a copy: the caller may change its buffer while and after setting', async () => {
      const whole = Buffer.from([9, 1, 2, 3, 9]);
      const setting = store.set('key', whole.subarray(1, 4));
      whole.fill(0);
      await setting;
      whole.fill(7);
      expect(await store.get('key')).toStrictEqual(bytes(1, 2, 3));
    });

    it('gives a copy: the caller may change what it got', async () => {
      await store.set('key', bytes(1, 2, 3));
      (await store.get('key'))?.fill(0);
      expect(await store.get('key')).toStrictEqual(bytes(1, 2, 3));
    });

    timed('expires exactly when the clock reaches the deadline (B17)', async () => {
      await store.set('key', bytes(1), 60);
      await store.set('other', bytes(1), 60);
      opened.clock = START_MS + 59_999;
      expect(await store.get('key')).toStrictEqual(bytes(1));
      expect(await store.exists('other')).toBe(true);
      opened.clock = START_MS + 60_000;
      expect(await store.exists('other')).toBe(false);
      expect(await store.get('key')).toBeNull();
      opened.clock = START_MS;
      expect(await store.get('key')).toBeNull();
    });

    timed('keeps an entry without a TTL for good, also after one with a TTL', async () => {
      await store.set('key', bytes(1), 1);
      await store.set('key', bytes(2));
      opened.clock = START_MS + 1e12;
      expect(await store.get('key')).toStrictEqual(bytes(2));
    });

    timed('replaces the deadline with the value', async () => {
      await store.set('key', bytes(1), 100);
      await store.set('key', bytes(2), 10);
      opened.clock = START_MS + 10_000;
      expect(await store.get('key')).toBeNull();
    });

    timed('rounds a fraction of a second up, never to nothing or for ever (B18)', async () => {
      await store.set('key', bytes(1), 0.001);
      expect(await store.get('key')).toStrictEqual(bytes(1));
      opened.clock = START_MS + 999;
      expect(await store.get('key')).toStrictEqual(bytes(1));
      opened.clock = START_MS + 1000;
      expect(await store.get('key')).toBeNull();
    });

    it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 315_360_001])(
      'refuses a TTL of %s and keeps what was there (B19)',
      async (ttl) => {
        await store.set('key', bytes(1));
        await expect(store.set('key', bytes(2), ttl)).rejects.toThrow(ConfigurationError);
        expect(await store.get('key')).toStrictEqual(bytes(1));
      },
    );

    it('serves concurrent callers', async () => {
      const names = Array.from({ length: 100 }, (_, i) => `key-${i}`);
      await Promise.all(names.map((name, i) => store.set(name, bytes(i))));
      const values = await Promise.all(names.map((name) => store.get(name)));
      expect(values).toStrictEqual(names.map((_, i) => bytes(i)));
      await Promise.all(names.map((name) => store.delete(name)));
      expect(await Promise.all(names.map((name) => store.exists(name)))).not.toContain(true);
    });

    it('never mixes values of concurrent writers of one key', async () => {
      const value = (i: number): Uint8Array => new Uint8Array(50_000 + i).fill(i);
      const work: Promise<unknown>[] = [];
      for (let i = 0; i < 40; i++) {
        work.push(store.set('key', value(i)));
        work.push(
          store.get('key').then((got) => {
            if (got !== null) expect(got).toStrictEqual(value(got.length - 50_000));
          }),
        );
      }
      await Promise.all(work);
      const last = await store.get('key');
      expect(last).toStrictEqual(value((last?.length ?? 0) - 50_000));
    });

    it('rejects every operation once closed, and closes twice', async () => {
      await store.set('key', bytes(1));
      await store.close();
      await store.close();
      for (const work of [
        () => store.get('key'),
        () => store.set('key', bytes(2)),
        () => store.delete('key'),
        () => store.exists('key'),
      ]) {
        const error: unknown = await work().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(BackendError);
        expect(error).toHaveProperty('classification', 'permanent');
      }
    });
  });
  const sections: readonly [Capability, BackendSection][] = [
    ['getWithTtl', getWithTtlSection],
    ['TTLBackend', ttlSection],
    ['LockableBackend', lockSection],
    ['getMany', getManySection],
    ['setMany', setManySection],
    ['deleteMany', deleteManySection],
  ];
  for (const [capability, section] of sections) {
    if (subject.capabilities?.includes(capability)) section(name, subject);
  }
}
