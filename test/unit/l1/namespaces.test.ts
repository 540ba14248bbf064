/** Namespaces are dropped as a whole, with and without an index. */
import { describe, expect, test } from 'vitest';
import { clockedCache, HOUR } from './helpers.ts';

describe.each([
  // Searched, kept in an index, searched.
  { namespaceIndex: true, maxEntries: 1000 },
  { namespaceIndex: true, maxEntries: 20_000 },
  { namespaceIndex: false, maxEntries: 20_000 },
])('with $namespaceIndex for $maxEntries entries', (options) => {
  test('deleteNamespace drops its entries and no others', () => {
    const { cache, evicted, put } = clockedCache(options);
    for (const key of ['a', 'b', 'c']) put(key, 10, HOUR, 'one');
    put('d', 10, HOUR, 'one:more');
    expect(cache.deleteNamespace('one')).toBe(3);
    expect(cache.deleteNamespace('one')).toBe(0);
    expect(cache.deleteNamespace('none')).toBe(0);
    expect(cache.get('a')).toBeUndefined();
    expect(cache.get('d')).toBeDefined();
    expect(cache.stats.entries).toBe(1);
    expect(evicted).toEqual([]);
  });

  test('a key that moved belongs to its last namespace', () => {
    const { cache, put } = clockedCache(options);
    put('a', 10, HOUR, 'one');
    put('b', 10, HOUR, 'one');
    put('a', 10, HOUR, 'two');
    expect(cache.deleteNamespace('one')).toBe(1);
    expect(cache.get('a')).toBeDefined();
    expect(cache.deleteNamespace('two')).toBe(1);
  });

  test('a key written again stays in its namespace', () => {
    const { cache, put } = clockedCache(options);
    for (const key of ['a', 'a', 'b', 'a']) put(key, 10, HOUR, 'one');
    expect(cache.deleteNamespace('one')).toBe(2);
  });
});

test.each([1000, 20_000])('a namespace in the key counts, of up to %i entries', (maxEntries) => {
  const { cache } = clockedCache({ maxEntries });
  const keys = ['n', 'm'].map((name) => `${name}:${'0a'.repeat(32)}`);
  for (const key of keys) cache.set(key, new Uint8Array(1), { lifetimeMs: HOUR, namespace: null });
  cache.set('n', new Uint8Array(1), { lifetimeMs: HOUR, namespace: null });
  expect(cache.stats.namespaces).toBe(2);
  expect(cache.deleteNamespace('n')).toBe(2);
  expect(cache.stats).toMatchObject({ namespaces: 1, entries: 1 });
});

test('namespaces are counted while they have an entry, however it left', () => {
  const { cache, clock, put } = clockedCache({ maxEntries: 3 });
  put('a', 10, HOUR, 'a');
  put('b', 10, 5, 'b');
  put('c', 10, HOUR, 'c');
  expect(cache.stats.namespaces).toBe(3);
  put('d', 10, HOUR, 'c');
  expect(cache.stats.namespaces).toBe(2);
  clock.ms += 5;
  cache.get('b');
  expect(cache.stats.namespaces).toBe(1);
  cache.delete('c');
  expect(cache.stats.namespaces).toBe(1);
  put('d', 10, 0);
  expect(cache.stats.namespaces).toBe(0);
});
