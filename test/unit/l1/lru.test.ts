/** Against lru-cache, step by step: the same entries, in the same order, leave for the same reasons. */
import fc from 'fast-check';
import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { Lru, type LruEntry } from '../../../js/l1/lru.ts';

interface Entry extends LruEntry<Entry> {
  readonly id: number;
}

interface Step {
  readonly what: 'set' | 'use' | 'peek' | 'delete' | 'clear';
  readonly key: string;
  readonly size: number;
}

const MAX_BYTES = 100;

function both(maxEntries: number) {
  const left: string[] = [];
  const expected: string[] = [];
  const lru = new Lru<Entry>(maxEntries, MAX_BYTES, ({ key, id }, madeRoom) => {
    left.push(`${key}${id}${madeRoom}`);
  });
  const model = new LRUCache<string, { id: number }>({
    max: maxEntries,
    maxSize: MAX_BYTES,
    dispose: ({ id }, key, reason) => expected.push(`${key}${id}${reason === 'evict'}`),
  });
  return { lru, model, left, expected };
}

const step = fc.record<Step>({
  what: fc.constantFrom('set', 'set', 'set', 'use', 'use', 'peek', 'delete', 'clear'),
  key: fc.constantFrom(...'abcdefghij'),
  size: fc.integer({ min: 1, max: 40 }),
});

test.each([1, 3, 8, 100])('any order of use, of at most %i entries', (maxEntries) => {
  const steps = fc.array(step, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, (taken) => {
      const { lru, model, left, expected } = both(maxEntries);
      for (const [id, { what, key, size }] of taken.entries()) {
        if (what === 'set') {
          lru.set({ id, key, size, newer: null, older: null });
          model.set(key, { id }, { size });
        } else if (what === 'use') expect(lru.use(key)?.id).toBe(model.get(key)?.id);
        else if (what === 'peek') expect(lru.peek(key)?.id).toBe(model.peek(key)?.id);
        else if (what === 'delete') expect(lru.delete(key)).toBe(model.delete(key));
        else {
          lru.clear();
          model.clear();
        }
        // What leaves together may leave in any order; `clear` of the two goes from either end.
        expect(left.splice(0).toSorted()).toEqual(expected.splice(0).toSorted());
        expect([lru.size, lru.bytes]).toEqual([model.size, model.calculatedSize]);
      }
      expect([...lru.entries()].map(({ id }) => id).toSorted()).toEqual(
        [...model.values()].map(({ id }) => id).toSorted(),
      );
    }),
    { numRuns: 500 },
  );
});

test('an entry that left holds none of its neighbours', () => {
  const lru = new Lru<Entry>(3, MAX_BYTES, () => {});
  const made = ['a', 'b', 'c'].map(
    (key, id): Entry => ({ id, key, size: 1, newer: null, older: null }),
  );
  for (const entry of made) lru.set(entry);
  expect(made[1]).toMatchObject({ newer: made[2], older: made[0] });
  lru.delete('b');
  expect(made[1]).toMatchObject({ newer: null, older: null });
  expect(made[0]?.newer).toBe(made[2]);
});
