/** What a read hands on, and what each of several callers gets of it (PITFALLS A1). */
import { expect, test, vi } from 'vitest';
import { foundValue, MISS, ownCopy, staleValue, UNKNOWN } from '../../../js/cache/lookup.ts';
import { resolveTags } from '../../../js/cache/tag-names.ts';

test('a find, a miss, a stale value and no answer are told apart', () => {
  const again = () => 1;
  expect(foundValue(1)).toStrictEqual({ found: true, value: 1, clean: true });
  expect(foundValue(1, again)).toStrictEqual({ found: true, value: 1, clean: true, again });
  expect(staleValue(1)).toEqual({ found: false, value: null, clean: true, stale: { value: 1 } });
  expect(MISS).toEqual({ found: false, value: null, clean: true });
  expect(UNKNOWN).toEqual({ found: false, value: null, clean: false });
});

test('a further caller gets an object of his own', () => {
  const again = vi.fn(() => ({ list: [1] }));
  const first = foundValue({ list: [1] }, again);
  const second = ownCopy(first);
  expect(second).toStrictEqual({ found: true, value: { list: [1] }, clean: true, again });
  expect(second.value).not.toBe(first.value);
  expect(ownCopy(second).value).not.toBe(second.value);
  expect(again).toHaveBeenCalledTimes(2);
});

test.each([null, undefined, 5, 'text', true])('%o is made once for all', (value) => {
  const again = vi.fn();
  const lookup = foundValue(value, again);
  expect(ownCopy(lookup)).toBe(lookup);
  expect(again).not.toHaveBeenCalled();
});

test('so is what cannot be made again, and a miss', () => {
  const lookup = foundValue({ list: [1] });
  expect(ownCopy(lookup)).toBe(lookup);
  expect(ownCopy(MISS)).toBe(MISS);
});

test('a tag has at most 200 bytes, and there are at most 64', () => {
  expect(resolveTags(['é'.repeat(100)])).toHaveLength(1);
  expect(resolveTags(Array.from({ length: 64 }, (_, i) => `t${i}`))).toHaveLength(64);
  expect(resolveTags(['a', 'b', 'a'])).toEqual(['a', 'b']);
});
