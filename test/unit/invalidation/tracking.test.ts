/** What a cache does when the store tells of changed keys. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InvalidationTransport, KeyWatch } from '../../../js/invalidation/channel.ts';
import { BackendError } from '../../../js/errors.ts';
import { createCache, generateKey, type SecureCache } from '../../../js/node.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { PrefixedBackend } from '../../helpers/prefixed-backend.ts';

captureLog();
let backend: GatedBackend;
let keys: KeyWatch;
let cache: SecureCache;
let told: unknown[];

const transport: InvalidationTransport = {
  publish: async () => {},
  async subscribe(_listener, _restored, watch) {
    if (watch !== undefined) keys = watch;
    return async () => {};
  },
};

beforeEach(async () => {
  backend = new GatedBackend();
  cache = createCache({
    backend: new PrefixedBackend(backend, 'app:'),
    encryption: { masterKey: generateKey() },
    invalidation: { transport },
  });
  // The subscription begins behind the constructor, and empties L1.
  await new Promise((resolve) => setImmediate(resolve));
  told = [];
  cache.on('invalidate', (event) => told.push(event));
});
afterEach(() => cache.close());

const l1Hits = (): number => cache.stats().hits.l1;
const entries = (): number => cache.stats().l1.entries;

test('watches the keys of its backend, and drops the copy of one that changed', async () => {
  expect(keys.keyPrefix).toBe('app:');
  await cache.set('a', 1);
  await cache.set('b', 2);
  expect(entries()).toBe(2);
  keys.changed('a');
  keys.changed('never held');
  expect(entries()).toBe(1);
  expect(told).toEqual([{ level: 'params', key: 'a' }]);
  expect(cache.stats().operations['invalidation_tracking']?.success).toBe(2);
  expect(await cache.get('a')).toBe(1);
  expect(await cache.get('a')).toBe(1);
  expect(l1Hits()).toBe(1);
});

test('drops all copies where any key may have changed', async () => {
  await cache.set('a', 1);
  await cache.set('b', 2);
  keys.changed(null);
  expect(entries()).toBe(0);
  expect(told).toEqual([{ level: 'global' }]);
});

test.each(['a', null])('keeps nothing that was read before a change of %s', async (changed) => {
  await cache.set('a', 1);
  keys.changed(null);
  const release = backend.hold('get');
  const reading = cache.get('a');
  await expect.poll(() => backend.calls.get).toBe(1);
  keys.changed(changed);
  release();
  expect(await reading).toBe(1);
  expect(entries()).toBe(0);
  expect(await cache.get('a')).toBe(1);
  expect(entries()).toBe(1);
});

test.each([
  ['set', () => cache.set('a', 1)],
  ['setMany', () => cache.setMany([['a', 1]])],
])('a change during %s leaves the entry in the store and no copy here', async (_, write) => {
  const release = backend.hold('set');
  const writing = write();
  await expect.poll(() => backend.calls.set).toBe(1);
  keys.changed('a');
  release();
  await writing;
  expect(entries()).toBe(0);
  expect(await cache.get('a')).toBe(1);
  expect(l1Hits()).toBe(0);
});

test('a value computed while its entry expired is stored, and computed once', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  let computed = 0;
  const compute = (): Promise<number> => {
    computed++;
    return promise;
  };
  const first = cache.getOrSet('a', compute);
  await expect.poll(() => computed).toBe(1);
  keys.changed('a');
  const second = cache.getOrSet('a', compute);
  resolve(7);
  expect(await Promise.all([first, second])).toEqual([7, 7]);
  expect(await cache.getOrSet('a', compute)).toBe(7);
  expect(computed).toBe(1);
});

test('an entry that does not open stays where another may have come in its place', async () => {
  await backend.set('app:a', new Uint8Array(64).fill(9));
  const release = backend.hold('get');
  const reading = cache.get('a');
  await expect.poll(() => backend.calls.get).toBe(1);
  keys.changed('a');
  release();
  expect(await reading).toBeNull();
  expect(backend.calls.delete).toBe(0);
  expect(await cache.get('a')).toBeNull();
  await expect.poll(() => backend.calls.delete).toBe(1);
});

describe('with a look at the store', () => {
  const asked: string[] = [];
  let answered: Promise<void>;
  beforeEach(() => {
    asked.length = 0;
    answered = Promise.resolve();
    keys.tracked(async (key, length) => {
      asked.push(key);
      await answered;
      const stored = await backend.store.get(`app:${key}`);
      return { bytes: stored?.slice(-length) ?? new Uint8Array(), lifeMs: 3_600_000 };
    });
  });

  test.each([
    ['set', () => cache.set('a', 1)],
    ['setMany', () => cache.setMany([['a', 1]])],
    ['getOrSet', () => cache.getOrSet('a', () => 1)],
  ])('the copy of %s stays in spite of its echo', async (_, write) => {
    const release = backend.hold('set');
    const writing = write();
    await expect.poll(() => backend.calls.set).toBe(1);
    keys.changed('a');
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = promise;
    release();
    await writing;
    keys.changed('a');
    resolve();
    await expect.poll(() => asked).toEqual(['a', 'a']);
    expect(await cache.get('a')).toBe(1);
    expect(l1Hits()).toBe(1);
    expect(told).toEqual([]);
  });

  test('it goes where another’s write was the last', async () => {
    const release = backend.hold('set');
    const writing = cache.set('a', 1);
    await expect.poll(() => backend.calls.set).toBe(1);
    keys.changed('a');
    await backend.store.set('app:a', new Uint8Array(100));
    release();
    await writing;
    await expect.poll(entries).toBe(0);
    expect(told).toEqual([{ level: 'params', key: 'a' }]);
  });

  test('what the store did not take is not asked for', async () => {
    backend.failWith(new BackendError('down'));
    await cache.set('a', 1);
    await cache.setMany([['b', 2]]);
    expect(entries()).toBe(2);
    expect(asked).toEqual([]);
  });
});

test('without L1 nothing is asked', async () => {
  const bare = createCache({ backend, l1: { enabled: false }, invalidation: { transport } });
  await new Promise((resolve) => setImmediate(resolve));
  let asked = 0;
  keys.tracked(async () => {
    asked++;
    return { bytes: new Uint8Array(), lifeMs: 0 };
  });
  await bare.set('a', 1);
  expect(asked).toBe(0);
  await bare.close();
});
