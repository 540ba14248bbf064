/** Namespaces are dropped as a whole, with and without an index. */
import { describe, expect, test } from 'vitest';
import { clockedCache, HOUR } from './helpers.ts';

describe.each([true, false])('with namespaceIndex %s', (namespaceIndex) => {
  test('deleteNamespace drops its entries and no others', () => {
    const { cache, evicted, put } = clockedCache({ namespaceIndex });
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
    const { cache, put } = clockedCache({ namespaceIndex });
    put('a', 10, HOUR, 'one');
    put('b', 10, HOUR, 'one');
    put('a', 10, HOUR, 'two');
    expect(cache.deleteNamespace('one')).toBe(1);
    expect(cache.get('a')).toBeDefined();
    expect(cache.deleteNamespace('two')).toBe(1);
  });

  test('a key written again stays in its namespace', () => {
    const { cache, put } = clockedCache({ namespaceIndex });
    for (const key of ['a', 'a', 'b', 'a']) put(key, 10, HOUR, 'one');
    expect(cache.deleteNamespace('one')).toBe(2);
  });
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
