/** Several entries in one call: each is promised what a single one is, and the store is asked once. */
import { describe, expect, test } from 'vitest';
import { generateKey } from '../../../js/config/generate-key.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { BatchBackend } from '../../helpers/batch-backend.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';

const pairs = (...keys: string[]) => keys.map((key): [string, string] => [key, `value of ${key}`]);

export function batchSuite(name: string, makeCache: MakeCache): void {
  describe.each([
    ['plaintext', {}],
    ['encrypted', { encryption: { masterKey: generateKey() } }],
  ])(`${name}, %s: several entries at once`, (_mode, options) => {
    captureLog();

    test('one round trip for each kind of call, where the store can', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, l1: { enabled: false }, ...options });
      await cache.setMany(pairs('a', 'b', 'c'), { ttl: 30 });
      expect(await cache.getMany(['a', 'none', 'b'])).toEqual(new Map(pairs('a', 'b')));
      expect(await cache.deleteMany(['a', 'none', 'b'])).toBe(2);
      expect(await cache.getMany(['a', 'c'])).toEqual(new Map(pairs('c')));
      expect(backend.asked.sets).toEqual([['a', 'b', 'c']]);
      expect(backend.asked.gets).toEqual([
        ['a', 'none', 'b'],
        ['a', 'c'],
      ]);
      expect(backend.asked.deletes).toEqual([['a', 'none', 'b']]);
      expect(backend.ttls).toEqual([30]);
      expect(backend.calls).toEqual({ get: 0, set: 0, delete: 0, exists: 0 });
      const { set, get, delete: deleted } = cache.stats().operations;
      expect([set, get, deleted].map((counts) => counts?.success)).toEqual([1, 2, 1]);
    });

    test('entry by entry, where it cannot', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, l1: { enabled: false }, ...options });
      await cache.setMany(pairs('a', 'b'));
      expect(await cache.getMany(['a', 'b', 'none'])).toEqual(new Map(pairs('a', 'b')));
      expect(await cache.deleteMany(['a', 'b', 'none'])).toBe(2);
      expect(backend.calls).toEqual({ get: 3, set: 2, delete: 3, exists: 0 });
    });

    test('what L1 holds is not asked of the store, unless it is to be skipped', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      await cache.setMany(pairs('a', 'b'));
      expect(await cache.getMany(['a', 'b'])).toEqual(new Map(pairs('a', 'b')));
      expect(backend.asked.gets).toEqual([]);
      expect(cache.stats().hits).toEqual({ l1: 2, l2: 0 });
      await cache.getMany(['a', 'none']);
      expect(backend.asked.gets).toEqual([['none']]);
      await cache.getMany(['a', 'b'], { skipL1: true });
      expect(backend.asked.gets).toEqual([['none'], ['a', 'b']]);
    });

    test('a key is asked for, deleted and stored once', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, l1: { enabled: false }, ...options });
      await cache.setMany([
        ['a', 'earlier'],
        ['a', 'later'],
      ]);
      expect(await cache.getMany(['a', 'a'])).toEqual(new Map([['a', 'later']]));
      await cache.deleteMany(['a', 'a']);
      expect(backend.asked).toEqual({ gets: [['a']], sets: [['a']], deletes: [['a']] });
    });

    test('listeners hear of each entry', async () => {
      const cache = makeCache({ backend: new BatchBackend(), ...options });
      const heard: string[] = [];
      for (const event of ['set', 'delete', 'hit', 'miss'] as const) {
        cache.on(event, ({ key }) => heard.push(`${event} ${key}`));
      }
      await cache.setMany(pairs('a', 'b'));
      await cache.getMany(['a', 'none']);
      await cache.deleteMany(['a', 'b']);
      expect(heard).toEqual(['set a', 'set b', 'hit a', 'miss none', 'delete a', 'delete b']);
    });

    test('a value that cannot be encoded costs itself alone', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      await cache.setMany<unknown>([
        ['a', 1],
        ['bad', () => {}],
        ['b', 2],
      ]);
      expect(await cache.getMany(['a', 'bad', 'b'], { skipL1: true })).toEqual(
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
      );
      expect(cache.stats().operations['encode']?.error).toBe(1);
      await cache.setMany([['bad', () => {}]]);
      expect(backend.asked.sets).toEqual([['a', 'b']]);
    });

    test('with the store down reads are misses, writes stay here, and it is counted', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      backend.failure = new BackendError('down');
      await cache.setMany(pairs('a', 'b'));
      expect(await cache.getMany(['a', 'b'])).toEqual(new Map(pairs('a', 'b')));
      expect(await cache.getMany(['none', 'neither'])).toEqual(new Map());
      expect(await cache.deleteMany(['a', 'b'])).toBe(0);
      expect(await cache.getMany(['a', 'b'])).toEqual(new Map());
      expect(cache.stats().errors).toEqual({ ERR_BACKEND: 4 });
      expect(cache.stats().operations).toMatchObject({
        get: { success: 0, error: 2 },
        set: { success: 0, error: 1 },
        delete: { success: 0, error: 1 },
      });
      // A failure is no clear answer.
      expect(cache.stats().misses).toBe(0);
    });

    test('without degradation a failure of the store reaches the caller', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, reliability: { degradation: false }, ...options });
      backend.failure = new BackendError('down');
      await expect(cache.getMany(['a'])).rejects.toThrow('down');
      await expect(cache.setMany(pairs('a'))).rejects.toThrow('down');
      await expect(cache.deleteMany(['a'])).rejects.toThrow('down');
      await expect(cache.setMany([['a', () => {}]])).rejects.toMatchObject({
        code: 'ERR_SERIALIZATION',
      });
    });

    test('an aborted call rejects with its reason, degradation or not', async () => {
      const cache = makeCache({ backend: new BatchBackend(), ...options });
      const signal = AbortSignal.abort(new RangeError('changed my mind'));
      const limits = { signal };
      await expect(cache.getMany(['a'], limits)).rejects.toThrow('changed my mind');
      await expect(cache.setMany(pairs('a'), limits)).rejects.toThrow('changed my mind');
      await expect(cache.deleteMany(['a'], limits)).rejects.toThrow('changed my mind');
    });

    test('all keys are checked before any I/O', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      for (const call of [
        () => cache.getMany(['a', '']),
        () => cache.setMany([...pairs('a'), ['', '']]),
        () => cache.deleteMany(['a', '']),
        () => Reflect.apply(cache.getMany, cache, ['abc']),
        () => Reflect.apply(cache.deleteMany, cache, [new Set(['a'])]),
        () => Reflect.apply(cache.getMany, cache, [['a'], { ttl: 1 }]),
        () => Reflect.apply(cache.setMany, cache, [[], { skipL1: true }]),
      ]) {
        await expect(call()).rejects.toThrow(ConfigurationError);
      }
      expect(backend.asked).toEqual({ gets: [], sets: [], deletes: [] });
    });

    test('a closed cache takes no batch, not even an empty one', async () => {
      const cache = makeCache({ backend: new BatchBackend(), ...options });
      await cache.close();
      await expect(cache.getMany([])).rejects.toThrow(BackendError);
      await expect(cache.setMany([])).rejects.toThrow(BackendError);
      await expect(cache.deleteMany([])).rejects.toThrow(BackendError);
    });

    test('a batch of none asks the store nothing', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      expect(await cache.getMany([])).toEqual(new Map());
      await cache.setMany([]);
      expect(backend.asked.gets).toEqual([]);
      expect(backend.asked.sets).toEqual([]);
    });

    test('A5: a batch that a later write passed neither overwrites nor outlives it', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      await cache.set('warm', 'so that keys are derived');
      const batch = cache.setMany(pairs('a', 'b'), { tags: ['t'] });
      const later = cache.set('a', 'later');
      await Promise.all([batch, later]);
      expect(await cache.get('a')).toBe('later');
      expect(await cache.get('a', { skipL1: true })).toBe('later');
      expect(await cache.get('b', { skipL1: true })).toBe('value of b');
    });

    test('A5: a batch that came after a write still on its way stays', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      await cache.set('warm', 'so that keys are derived');
      const earlier = cache.set('a', 'earlier', { tags: ['t'] });
      const batch = cache.setMany([['a', 'batch']]);
      await Promise.all([earlier, batch]);
      expect(await cache.get('a')).toBe('batch');
      expect(await cache.get('a', { skipL1: true })).toBe('batch');
    });

    test('an entry without tags is read without a question for versions', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      await cache.set('k', 1, { ttl: 10, staleIfError: 50 });
      expect(await cache.get('k', { skipL1: true })).toBe(1);
      expect(backend.asked.gets).toEqual([]);
    });

    test('A5: a read during a batch of writes or deletes keeps no older value', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, ...options });
      await cache.setMany(pairs('a', 'b'));
      await cache.invalidate('global');
      for (const change of [() => cache.setMany([['a', 'new']]), () => cache.deleteMany(['a'])]) {
        const release = backend.hold('get');
        const reading = cache.getMany(['a']);
        await change();
        release();
        await reading;
        expect(await cache.get('a')).toBe(await cache.get('a', { skipL1: true }));
      }
    });

    test('a namespace given with a batch is the one that is invalidated', async () => {
      const backend = new BatchBackend();
      const cache = makeCache({ backend, ...options });
      await cache.setMany(pairs('a', 'b'), { namespace: 'mine' });
      await cache.invalidate('namespace', { namespace: 'other' });
      await cache.getMany(['a', 'b']);
      expect(backend.asked.gets).toEqual([]);
      await cache.invalidate('namespace', { namespace: 'mine' });
      await cache.getMany(['a', 'b']);
      expect(backend.asked.gets).toEqual([['a', 'b']]);
    });
  });
}
