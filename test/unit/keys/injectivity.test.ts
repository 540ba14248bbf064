/** PITFALLS of argument hashing: no two different argument lists share a key, equal ones always do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrapKeys } from '../../../js/keys/wrap-key.ts';
import { reordered, same, value } from './arguments.ts';

/** The bytes themselves stand in for their hash, so that no collision can hide. */
const keys = new WrapKeys((bytes) => Buffer.from(bytes).toString('hex'));
const key = (...args: readonly unknown[]): string => keys.keyFor({ namespace: 'n' }, args);

describe('argument encoding', { timeout: 60_000 }, () => {
  it('is equal exactly where the arguments are', () => {
    let equal = 0;
    fc.assert(
      fc.property(fc.array(value, { maxLength: 2 }), fc.array(value, { maxLength: 2 }), (a, b) => {
        const expected = same(a, b);
        if (expected) equal++;
        expect(key(...a) === key(...b)).toBe(expected);
      }),
      { numRuns: 20_000 },
    );
    expect(equal).toBeGreaterThan(100);
  });

  it('A8: does not depend on the order of names, Map entries and Set members', () => {
    fc.assert(
      fc.property(value, (a) => {
        expect(key(reordered(a))).toBe(key(a));
      }),
      { numRuns: 5000 },
    );
  });

  it('tells apart where arguments, items and members end', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const lists = [[a, b], [[a, b]], [a, [b]], [[a], b], [[a], [b]]];
        for (const [i, one] of lists.entries()) {
          for (const other of lists.slice(i + 1)) {
            expect(key(...one) === key(...other)).toBe(same(one, other));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  const distinct: readonly [string, readonly unknown[]][] = [
    ['no argument', []],
    ['undefined', [undefined]],
    ['null', [null]],
    ['two undefined', [undefined, undefined]],
    ['a hole', [new Array<unknown>(1)]],
    ['an array of undefined', [[undefined]]],
    ['an array of null', [[null]]],
    ['an empty array', [[]]],
    ['an empty object', [{}]],
    ['an undefined property', [{ a: undefined }]],
    ['a null property', [{ a: null }]],
    ['an empty Map', [new Map()]],
    ['an empty Set', [new Set()]],
    ['1', [1]],
    ["'1'", ['1']],
    ['1n', [1n]],
    ['-1n', [-1n]],
    ['true', [true]],
    ['a Date', [new Date(0)]],
    ['its ISO string', [new Date(0).toISOString()]],
    ['its milliseconds', [0]],
    ['an invalid Date', [new Date(Number.NaN)]],
    ['NaN', [Number.NaN]],
    ["'NaN'", ['NaN']],
    ['an object', [{ a: 1 }]],
    ['a Map like it', [new Map([['a', 1]])]],
    ['its entries', [[['a', 1]]]],
    ['a Map with the key 1', [new Map([[1, 1]])]],
    ["a Map with the key '1'", [new Map([['1', 1]])]],
    ['an object with the key 1', [{ 1: 1 }]],
    ['an array', [[1, 2]]],
    ['a Set like it', [new Set([1, 2])]],
    ['a Set of a Set', [new Set([new Set([1, 2])])]],
    ['a Uint8Array', [Uint8Array.of(1, 2)]],
    ['an object with __proto__', [JSON.parse('{"__proto__":1}')]],
    ['2^53 as a number', [2 ** 53]],
    ['2^53 as a BigInt', [2n ** 53n]],
    ['a string that ends the next one', ['a', 'bc']],
    ['a string that begins the next one', ['ab', 'c']],
    ...[
      new Int8Array(8),
      new Uint8Array(8),
      new Uint8ClampedArray(8),
      new Int16Array(4),
      new Uint16Array(4),
      new Int32Array(2),
      new Uint32Array(2),
      new Float32Array(2),
      new Float64Array(1),
      new BigInt64Array(1),
      new BigUint64Array(1),
      new DataView(new ArrayBuffer(8)),
      new ArrayBuffer(8),
    ].map((item): [string, unknown[]] => [`an empty ${item.constructor.name}`, [item]]),
  ];
  it('A7: gives every one of the confusable values a key of its own', () => {
    const seen = new Map<string, string>();
    for (const [what, args] of distinct) {
      expect(seen.get(key(...args)), `${what} collides`).toBeUndefined();
      seen.set(key(...args), what);
    }
    expect(seen.size).toBe(distinct.length);
  });

  const payloadNan = new Float64Array(new BigUint64Array([0x7ff8_0000_dead_beefn]).buffer)[0];
  const equal: readonly [string, unknown, unknown][] = [
    ['0 and −0', 0, -0],
    ['NaNs with different bits', Number.NaN, payloadNan],
    ['a Buffer and a Uint8Array', Buffer.from('ab'), Uint8Array.of(0x61, 0x62)],
    ['a view into a larger buffer', Uint8Array.of(9, 1, 9).subarray(1, 2), Uint8Array.of(1)],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['names out of order', { b: 1, a: 2, 10: 3, 9: 4 }, { 9: 4, 10: 3, a: 2, b: 1 }],
    ['equal members of a Set', new Set([{ a: 1 }, [2]]), new Set([[2], { a: 1 }])],
    [
      'Map keys that are objects',
      new Map([
        [{}, 2],
        [{}, 1],
      ]),
      new Map([
        [{}, 1],
        [{}, 2],
      ]),
    ],
    ['a frozen object', Object.freeze({ a: 1 }), { a: 1 }],
  ];
  it.each(equal)('%s have one key', (_what, a, b) => {
    expect(key(a)).toBe(key(b));
  });
});
