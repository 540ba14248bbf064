/** A value is walked once in each direction (PITFALLS A17). */
import { afterEach, expect, test, vi } from 'vitest';
import { ValueCodec } from '../../../js/codec/index.ts';
import { Input } from '../../../js/codec/input.ts';

const scans = vi.hoisted(() => vi.fn());
vi.mock(import('../../../js/codec/bounds-scan.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    scanBounds: (...args) => {
      scans();
      real.scanBounds(...args);
    },
  };
});

afterEach(() => vi.restoreAllMocks());

const VALUE = { list: [1, 2, [3, { deep: true }]], text: 'abc', none: null, at: [[[]]] };
/** Every value of it that is not a property's name. */
const VALUES = 13;

test('A17: decoding reads each header once, and scans no good document for its bounds', () => {
  const codec = new ValueCodec();
  const document = codec.encode(VALUE).slice();
  const headers = vi.spyOn(Input.prototype, 'byte');
  expect(codec.decode(document)).toEqual(VALUE);
  const read = headers.mock.calls.length;
  const names = ['list', 'deep', 'text', 'none', 'at'].length;
  expect(read).toBe(VALUES + names);
  expect(scans).not.toHaveBeenCalled();
  // Only a document that is refused is scanned, to name the bound it breaks.
  expect(() => codec.decode(document.subarray(0, -1))).toThrow('pre-scan');
  expect(scans).toHaveBeenCalledTimes(1);
});

test('A17: encoding reads each item once, without a copy of the whole', () => {
  const reads = new Map<string, number>();
  const watched = (name: string, items: unknown[]): unknown[] =>
    new Proxy(items, {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) {
          const place = `${name}[${key}]`;
          reads.set(place, (reads.get(place) ?? 0) + 1);
        }
        return Reflect.get(target, key, receiver);
      },
    });
  const inner = watched('inner', ['x', 'y']);
  const value = watched('outer', [1, inner, { held: inner }]);
  expect(new ValueCodec().decode(new ValueCodec().encode(value))).toEqual([
    1,
    ['x', 'y'],
    { held: ['x', 'y'] },
  ]);
  expect(Object.fromEntries(reads)).toEqual({
    'outer[0]': 1,
    'outer[1]': 1,
    'outer[2]': 1,
    // Held twice.
    'inner[0]': 2,
    'inner[1]': 2,
  });
});
