/** What is kept between values changes none of them: names, their order, and records of any width. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValueCodec } from '../../../js/codec/index.ts';

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'id', 'name', 'value', '__x__', '1', '10', 'constructor', 'é', '😀'),
  fc.constantFrom('__proto__', 'toString', 'x'.repeat(64), 'x'.repeat(65), 'é'.repeat(40), ''),
  fc.string({ maxLength: 70, unit: 'grapheme' }),
);
const scalar = fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null), name);
const record = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(name, value), { maxLength: 20 }).map((entries) => Object.fromEntries(entries));
const values = fc.oneof(
  record(scalar),
  record(record(scalar)),
  fc.array(record(scalar), { maxLength: 5 }),
);

describe('names kept from other values', () => {
  it('change neither what is written nor what is read', () => {
    const kept = new ValueCodec();
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (some) => {
        for (const value of some) {
          const fresh = new ValueCodec();
          const bytes = new Uint8Array(fresh.encode(value));
          expect(new Uint8Array(kept.encode(value))).toEqual(bytes);
          const read = kept.decode(bytes);
          expect(read).toEqual(fresh.decode(bytes));
          expect(JSON.stringify(read)).toBe(JSON.stringify(value));
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each(Array.from({ length: 20 }, (_, i) => i))(
    'with %i properties, in their order',
    (count) => {
      const codec = new ValueCodec();
      const names = Array.from({ length: count }, (_, i) => `n${i}`);
      for (const order of [names, names.toReversed(), names]) {
        const value = Object.fromEntries(order.map((each, i) => [each, i]));
        const read = codec.decode(codec.encode(value));
        expect(Object.entries(Object(read))).toEqual(Object.entries(value));
      }
    },
  );

  // Names are copied eight bytes at a step, the header among them.
  it.each([1, 2, 6, 7, 8, 9, 14, 15, 16, 17, 23, 24, 31, 32, 33, 62, 63, 64])(
    'of %i bytes, copied whole and no further',
    (length) => {
      const codec = new ValueCodec();
      for (const last of ['x', '\x7f', '\x00']) {
        const name = `${'a'.repeat(length - 1)}${last}`;
        const header = length < 32 ? [0xa0 | length] : [0xd9, length];
        const property = [...header, ...new TextEncoder().encode(name), 0x01];
        const value = { [name]: 1, z: 1 };
        for (const each of [value, { ...value }]) {
          expect([...codec.encode(each)]).toEqual([0x82, ...property, 0xa1, 0x7a, 0x01]);
        }
      }
    },
  );

  // 0xF0 to 0xF4 at every place of eight bytes, where a double could be no number.
  it.each(Array.from({ length: 10 }, (_, i) => i))(
    'with four bytes of UTF-8 after %i',
    (before) => {
      const codec = new ValueCodec();
      for (const wide of ['\u{10000}', '\u{10ffff}', '\u{3ffff}\x7f']) {
        const value = { ['b'.repeat(before) + wide]: 1 };
        for (const each of [value, { ...value }]) {
          expect(codec.decode(codec.encode(each))).toStrictEqual(value);
        }
      }
    },
  );

  it('are more than are kept', () => {
    const codec = new ValueCodec();
    for (let i = 0; i < 3000; i++) {
      const value = { [`name ${i}`]: i, id: i };
      expect(codec.decode(codec.encode(value))).toStrictEqual(value);
    }
  });

  it('of a map inside a map that is refused leave nothing behind', () => {
    const codec = new ValueCodec();
    const cut = Uint8Array.of(0x82, 0xa1, 0x61, 0x81, 0xa1, 0x62, 0x01, 0xa1);
    for (let i = 0; i < 3; i++) {
      expect(() => codec.decode(cut)).toThrow('decode pre-scan');
      expect(codec.decode(codec.encode({ c: { d: 1 } }))).toStrictEqual({ c: { d: 1 } });
    }
  });

  it('take a large record without keeping its values', () => {
    const codec = new ValueCodec();
    const value = Object.fromEntries(Array.from({ length: 9_999 }, (_, i) => [`k${i}`, i]));
    expect(codec.decode(codec.encode(value))).toStrictEqual(value);
  });

  it('the last of two equal names wins, also beside one of Object.prototype', () => {
    const codec = new ValueCodec();
    const twice = Uint8Array.of(0x82, 0xa1, 0x61, 0x01, 0xa1, 0x61, 0x02);
    expect(codec.decode(twice)).toStrictEqual({ a: 2 });
    const proto = [0xa9, ...new TextEncoder().encode('__proto__')];
    const read = codec.decode(
      Uint8Array.of(0x83, 0xa1, 0x61, 0x01, ...proto, 0x05, 0xa1, 0x61, 0x02),
    );
    expect(Object.entries(Object(read))).toEqual([
      ['a', 2],
      ['__proto__', 5],
    ]);
  });
});
