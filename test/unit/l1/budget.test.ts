/** The two budgets, entries and bytes, and what is charged. */
import { describe, expect, test } from 'vitest';
import { chargeOf } from '../../../js/l1/charge.ts';
import { L1Cache } from '../../../js/l1/l1-cache.ts';
import { heapBytesOf } from '../../../js/l1/value-size.ts';
import { clockedCache, HOUR } from './helpers.ts';

describe('entries', () => {
  test('the least recently used one makes room', () => {
    const { cache, evicted, put } = clockedCache({ maxEntries: 3 });
    for (const key of ['a', 'b', 'c']) put(key);
    cache.get('a');
    put('d');
    expect(evicted).toEqual(['capacity:b']);
    put('c');
    put('e');
    expect(evicted).toEqual(['capacity:b', 'capacity:a']);
    expect(cache.stats).toMatchObject({ entries: 3, evictions: 2 });
  });

  test('peek leaves an entry where it is in line', () => {
    const { cache, evicted, put } = clockedCache({ maxEntries: 2 });
    put('a');
    put('b');
    cache.peek('a');
    put('c');
    expect(evicted).toEqual(['capacity:a']);
  });

  test('a replaced, deleted or refused entry is not evicted', () => {
    const { cache, evicted, put } = clockedCache({ maxEntries: 2 });
    put('a');
    put('a');
    cache.delete('a');
    put('b');
    put('b', 10, 0);
    put('c');
    cache.clear();
    expect(evicted).toEqual([]);
    expect(cache.stats.evictions).toBe(0);
  });

  test('one entry is enough of a budget', () => {
    const { cache, put } = clockedCache({ maxEntries: 1 });
    put('a');
    put('b');
    expect([cache.get('a'), cache.get('b')?.namespace]).toEqual([undefined, 'n']);
  });

  test('B63: a large number of entries allocates no more than the bytes can hold', () => {
    const { cache, put } = clockedCache({ maxEntries: 2 ** 24, maxMemory: 100_000 });
    for (let index = 0; index < 300; index++) put(`key:${index}`, 0);
    expect(cache.stats.entries).toBe(Math.floor(100_000 / chargeOf('key:100', 'n', 0)));
  });
});

describe('bytes', () => {
  test('an entry is charged key, namespace, content and overhead', () => {
    const { cache, put } = clockedCache();
    put('key', 1000, HOUR, 'space');
    expect(cache.stats.memoryUsed).toBe(512 + 2 * 3 + 2 * 5 + 1000);
    put('key', 10, HOUR, 'space');
    expect(cache.stats.memoryUsed).toBe(512 + 16 + 10);
  });

  test('B22: bytes are charged what they are, whatever size is claimed', () => {
    const { cache } = clockedCache();
    const placement = { lifetimeMs: HOUR, namespace: '' };
    for (const contentBytes of [0, 5, -1000, Number.NaN, Number.POSITIVE_INFINITY, 0.5]) {
      cache.set('', new Uint8Array(100), { ...placement, contentBytes });
      expect(cache.stats.memoryUsed).toBe(612);
    }
  });

  test('as many entries leave as the new one needs', () => {
    const { cache, evicted, put } = clockedCache({ maxMemory: 9 * chargeOf('a', 'n', 100) });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) put(key, 100);
    expect(evicted).toEqual([]);
    put('j', 101);
    expect(evicted).toEqual(['capacity:a', 'capacity:b']);
    expect(cache.stats.memoryUsed).toBeLessThanOrEqual(cache.settings.maxMemory);
  });

  test('B21: an entry of exactly 1/8 of the budget is kept, one byte more is refused', () => {
    const { cache, evicted, put } = clockedCache({ maxMemory: 80_000 });
    const most = 10_000 - chargeOf('a', 'n', 0);
    put('other');
    expect(put('a', most)).toBe(true);
    expect(put('a', most + 1)).toBe(false);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.get('other')).toBeDefined();
    expect(cache.stats).toMatchObject({ entries: 1, rejected: 1 });
    expect(evicted).toEqual([]);
  });

  test('a key or a namespace can be too large, too', () => {
    const { put } = clockedCache({ maxMemory: 80_000 });
    expect(put('k'.repeat(5000))).toBe(false);
    expect(put('k', 1, HOUR, 'n'.repeat(5000))).toBe(false);
  });
});

describe('a decoded value', () => {
  const placement = { lifetimeMs: HOUR, namespace: '' };

  test('B20: is charged the larger of its heap and its encoded size', () => {
    const { cache } = clockedCache({ isolation: 'shared' });
    cache.set('', [], { ...placement, contentBytes: 5000 });
    expect(cache.stats.memoryUsed).toBe(5512);
    cache.set('', 'x'.repeat(1000), { ...placement, contentBytes: 1003 });
    expect(cache.stats.memoryUsed).toBe(512 + 2024);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5])(
    'B22: with a size of %s is charged what is counted',
    (contentBytes) => {
      const { cache } = clockedCache({ isolation: 'shared' });
      cache.set('', 'abc', { ...placement, contentBytes });
      expect(cache.stats.memoryUsed).toBe(512 + 30);
    },
  );

  test('above 1/8 of the budget is refused, however small its encoding', () => {
    const { cache } = clockedCache({ isolation: 'shared', maxMemory: 80_000 });
    const empties = Array.from({ length: 200 }, () => ({}));
    expect(cache.set('', empties, { ...placement, contentBytes: 203 })).toBe(false);
  });

  test('is counted by all it holds, and once where it refers to itself', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(heapBytesOf(loop)).toBe(60);
    expect(heapBytesOf({ ab: 'x' })).toBe(56 + 16 + 4 + 26);
    expect(heapBytesOf([1, null, true])).toBe(48 + 3 * 12 + 16);
    expect(heapBytesOf(new Map([['k', 1]]))).toBe(240 + 26 + 16);
    expect(heapBytesOf(new Set([1]))).toBe(240 + 16);
    expect(heapBytesOf(new Uint8Array(9))).toBe(209);
    expect(heapBytesOf(255n)).toBe(26);
  });

  test('may be as deep as it likes', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(heapBytesOf(deep)).toBe(100_000 * 60 + 16);
  });
});

describe('who is told of an eviction', () => {
  test('may call back without harm', () => {
    const told: string[] = [];
    const cache: L1Cache = new L1Cache(
      { maxEntries: 4 },
      () => 0,
      (key) => {
        told.push(key);
        for (const other of ['a', 'b', 'c', 'd', key]) cache.get(other);
        cache.delete('c');
        if (told.length < 20) put(`again:${key}`);
      },
    );
    const put = (key: string) =>
      cache.set(key, new Uint8Array(1), { lifetimeMs: 1, namespace: key });
    for (let index = 0; index < 50; index++) {
      for (const key of ['a', 'b', 'c', 'd', `e${index}`]) put(key);
    }
    const { entries, memoryUsed, namespaces } = cache.stats;
    expect(entries).toBeLessThanOrEqual(4);
    expect(namespaces).toBe(entries);
    expect(memoryUsed).toBeGreaterThanOrEqual(entries * 513);
    cache.clear();
    expect(cache.stats).toMatchObject({ entries: 0, memoryUsed: 0, namespaces: 0 });
    expect(told.length).toBeGreaterThan(20);
  });

  test('hears of an entry that expired when it is read', () => {
    const { cache, clock, evicted, put } = clockedCache();
    put('a', 10, 5);
    clock.ms += 5;
    cache.get('a');
    cache.get('a');
    expect(evicted).toEqual(['expired:a']);
    expect(cache.stats.evictions).toBe(0);
  });
});
