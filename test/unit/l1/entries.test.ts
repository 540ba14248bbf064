/** What L1 keeps of an entry, and for how long. */
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { L1Cache } from '../../../js/l1/l1-cache.ts';
import { clockedCache, HOUR } from './helpers.ts';

const placement = { lifetimeMs: HOUR, namespace: 'n' };

describe('expiry', () => {
  test('B17: an entry is there until the clock reaches its end, and gone at it', () => {
    const { cache, clock, put } = clockedCache();
    put('a', 10, 500);
    clock.ms += 499;
    expect(cache.get('a')?.lifetimeMs).toBe(500);
    expect(cache.peek('a')).toBeDefined();
    clock.ms += 1;
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.stats.entries).toBe(1);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.stats).toMatchObject({ entries: 0, memoryUsed: 0, namespaces: 0 });
  });

  test('only the clock given counts, however long the process waits', async () => {
    const { cache, put } = clockedCache();
    put('a', 10, 1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(cache.get('a')).toBeDefined();
  });

  test('a fraction of a millisecond is a life, too', () => {
    const { cache, clock, put } = clockedCache();
    put('a', 10, 0.5);
    expect(cache.get('a')).toBeDefined();
    clock.ms += 0.5;
    expect(cache.get('a')).toBeUndefined();
  });

  test('an endless life never ends', () => {
    const { cache, clock, put } = clockedCache();
    put('a', 10, Number.POSITIVE_INFINITY);
    clock.ms = Number.MAX_SAFE_INTEGER;
    expect(cache.get('a')).toBeDefined();
  });

  test.each([0, -1, Number.NaN, Number.NEGATIVE_INFINITY])(
    'with %s ms to live it is not kept, and the older entry goes',
    (lifetimeMs) => {
      const { cache, put } = clockedCache();
      put('a');
      expect(put('a', 10, lifetimeMs)).toBe(false);
      expect(cache.get('a')).toBeUndefined();
      expect(cache.stats).toMatchObject({ entries: 0, memoryUsed: 0, rejected: 1 });
    },
  );

  test('a new entry under a key has a new life and no back-off', () => {
    const { cache, clock, put } = clockedCache();
    put('a', 10, 500);
    const first = cache.get('a');
    if (first !== undefined) first.refreshFrom = clock.ms + HOUR;
    clock.ms += 400;
    put('a', 10, 500);
    clock.ms += 400;
    expect(cache.get('a')).toMatchObject({ refreshFrom: 0, expiresAt: clock.ms + 100 });
  });
});

describe('content', () => {
  test('is a private copy that pins no larger buffer (PITFALLS A1)', () => {
    const { cache } = clockedCache();
    const slab = new Uint8Array(65_536).fill(7);
    cache.set('a', slab.subarray(100, 103), placement);
    slab.fill(9);
    const content = cache.get('a')?.content;
    expect(content).toEqual(Uint8Array.of(7, 7, 7));
    expect(content instanceof Uint8Array && content.buffer.byteLength).toBe(3);
  });

  test('is a copy of what its giver may still change (PITFALLS A1)', () => {
    const { cache } = clockedCache();
    const given = Uint8Array.of(1, 2, 3);
    cache.set('a', given, placement);
    given.fill(9);
    expect(cache.get('a')?.content).toEqual(Uint8Array.of(1, 2, 3));
  });

  test('has memory of its own, which whoever gets it may transfer', () => {
    const { cache } = clockedCache();
    cache.set('a', new Uint8Array(100).subarray(1), placement);
    const content = cache.get('a')?.content;
    expect(content instanceof Uint8Array && content.buffer.byteLength).toBe(99);
  });

  test('a subclass is kept as plain bytes', () => {
    const { cache } = clockedCache();
    class Liar extends Uint8Array {
      override get length(): number {
        return 0;
      }
    }
    cache.set('a', new Liar([1, 2, 3]), placement);
    expect(cache.get('a')?.content).toEqual(Uint8Array.of(1, 2, 3));
  });

  test.each([
    ['an object', { a: 1 }],
    ['a string', 'x'],
    ['nothing', undefined],
    ['null', null],
  ])('that is %s is refused where each hit must get its own copy', (_name, content) => {
    const { cache } = clockedCache();
    expect(() => cache.set('a', content, placement)).toThrow(ConfigurationError);
    expect(cache.stats).toMatchObject({ entries: 0, memoryUsed: 0 });
  });

  test("with isolation 'shared' is the very value", () => {
    const { cache } = clockedCache({ isolation: 'shared' });
    const value = { a: [1, 2] };
    cache.set('a', value, placement);
    expect(cache.get('a')?.content).toBe(value);
    expect(cache.set('null', null, placement)).toBe(true);
    expect(cache.get('null')).toMatchObject({ content: null });
    expect(cache.set('undefined', undefined, placement)).toBe(true);
    expect(cache.get('undefined')).toMatchObject({ content: undefined });
  });
});

describe('a hit', () => {
  test('gives the same object each time, and every entry has one shape', () => {
    const { cache, put } = clockedCache();
    put('a');
    put('b', 1000, 7, 'other');
    expect(cache.get('a')).toBe(cache.get('a'));
    expect(Object.keys(cache.get('a') ?? {})).toEqual(Object.keys(cache.get('b') ?? {}));
  });

  test('and a miss are counted by get, not by peek', () => {
    const { cache, clock, put } = clockedCache();
    put('a', 10, 5);
    cache.get('a');
    cache.peek('a');
    cache.peek('none');
    cache.get('none');
    clock.ms += 5;
    cache.get('a');
    expect(cache.stats).toMatchObject({ hits: 1, misses: 2 });
  });
});

test('keys that name what objects inherit are keys like others', () => {
  const { cache, put } = clockedCache();
  for (const key of ['__proto__', 'constructor', 'toString', '']) {
    expect(cache.get(key)).toBeUndefined();
    put(key, 10, HOUR, key);
    expect(cache.get(key)?.namespace).toBe(key);
    expect(cache.deleteNamespace(key)).toBe(1);
    expect(cache.get(key)).toBeUndefined();
  }
});

test('delete says whether there was something to delete', () => {
  const { cache, put } = clockedCache();
  put('a');
  expect(cache.delete('a')).toBe(true);
  expect(cache.delete('a')).toBe(false);
  expect(cache.get('a')).toBeUndefined();
});

test('clear leaves nothing', () => {
  const { cache, put } = clockedCache();
  for (const key of ['a', 'b', 'c']) put(key, 10, HOUR, key);
  cache.clear();
  expect(cache.get('a')).toBeUndefined();
  expect(cache.stats).toMatchObject({ entries: 0, memoryUsed: 0, namespaces: 0, evictions: 0 });
  put('a');
  expect(cache.get('a')).toBeDefined();
});

test('a cache that is not enabled keeps nothing', () => {
  const { cache, put } = clockedCache({ enabled: false });
  expect(put('a')).toBe(false);
  expect(cache.get('a')).toBeUndefined();
});

test('instanceID is a UUID of its own for each cache', () => {
  const one = new L1Cache();
  expect(one.instanceID).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  expect(one.instanceID).toBe(one.instanceID);
  expect(new L1Cache().instanceID).not.toBe(one.instanceID);
});

test('a cache of its own reads the clock of the machine', () => {
  const cache = new L1Cache();
  cache.set('a', Uint8Array.of(1), { lifetimeMs: HOUR, namespace: 'n' });
  const left = (cache.get('a')?.expiresAt ?? 0) - Date.now();
  expect(left).toBeGreaterThan(HOUR - 10_000);
  expect(left).toBeLessThanOrEqual(HOUR);
});
