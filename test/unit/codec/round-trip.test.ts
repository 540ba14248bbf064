import assert from 'node:assert/strict';
import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlainDate, PlainTime, ValueCodec } from '../../../js/codec/index.ts';
import { hex, record, roundTrip, storable } from './helpers.ts';

describe('ValueCodec round trip', { timeout: 60_000 }, () => {
  it('brings back every kind of value equal and of the same type', () => {
    const codec = new ValueCodec();
    fc.assert(
      fc.property(storable, (value) => {
        // Not toStrictEqual: it takes a property named "constructor" for the type.
        assert.deepStrictEqual(roundTrip(value, codec), value);
      }),
      { numRuns: 1000 },
    );
  });

  it('writes the same bytes with warm caches as with cold ones', () => {
    const warm = new ValueCodec();
    fc.assert(
      fc.property(storable, (value) => {
        expect(hex(warm.encode(value))).toBe(hex(new ValueCodec().encode(value)));
      }),
    );
  });

  const identical: readonly [string, unknown][] = [
    ['−0', -0],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['−Infinity', Number.NEGATIVE_INFINITY],
    ['the largest safe integer', Number.MAX_SAFE_INTEGER],
    ['an unsafe integer', 2 ** 53],
    ['2^64 as a number', 2 ** 64],
    ['the smallest fraction', Number.MIN_VALUE],
    ['a small BigInt', 1n],
    ['a zero BigInt', 0n],
    ['2^53 as a BigInt', 2n ** 53n],
    ['the largest uint64', 2n ** 64n - 1n],
    ['the smallest int64', -(2n ** 63n)],
    ['a BigInt of 65 bits', 2n ** 64n],
    ['B44 a leading U+FEFF', '\ufeffabc'],
    ['a long leading U+FEFF', `\ufeff${'é'.repeat(100)}`],
    ['an empty string', ''],
  ];
  it.each(identical)('keeps %s', (_name, value) => {
    expect(Object.is(roundTrip(value), value)).toBe(true);
    expect(roundTrip([{ a: value }])).toStrictEqual([{ a: value }]);
  });

  it('keeps strings of every length around the header widths and the fast path', () => {
    for (const unit of ['a', 'é', '€', '😀']) {
      for (const size of [
        0, 1, 31, 32, 63, 64, 65, 85, 86, 127, 128, 255, 256, 21845, 65535, 65536,
      ]) {
        const text = unit.repeat(size);
        expect(roundTrip(text)).toBe(text);
        expect(roundTrip(`x${text}`)).toBe(`x${text}`);
      }
    }
  });

  it('keeps integers around every width', () => {
    for (const bits of [5, 7, 8, 15, 16, 31, 32, 33, 47, 52]) {
      for (const delta of [-1, 0, 1]) {
        const value = 2 ** bits + delta;
        expect(roundTrip([value, -value])).toStrictEqual([value, -value]);
      }
    }
  });

  it('keeps collections around every header width', () => {
    for (const size of [0, 1, 2, 15, 16, 17, 10_000]) {
      const items = Array.from({ length: size }, (_, i) => i);
      expect(roundTrip(items)).toStrictEqual(items);
      expect(roundTrip(new Set(items))).toStrictEqual(new Set(items));
      const object = record(items.map((i) => [`k${i}`, i]));
      expect(roundTrip(object)).toStrictEqual(object);
    }
    const codec = new ValueCodec({ maxCollectionSize: 70_000, maxEncodedSize: 4_000_000 });
    const wide = record(Array.from({ length: 65_536 }, (_, i) => [`k${i}`, i]));
    expect(roundTrip(wide, codec)).toStrictEqual(wide);
  });

  it('keeps every typed array, DataView and ArrayBuffer, from the middle of a buffer too', () => {
    const memory = Uint8Array.from({ length: 64 }, (_, i) => i * 3).buffer;
    const views = [
      new Int8Array(memory, 1, 5),
      new Uint8Array(memory, 1, 5),
      new Uint8ClampedArray(memory, 1, 5),
      new Int16Array(memory, 2, 5),
      new Uint16Array(memory, 2, 5),
      new Int32Array(memory, 4, 5),
      new Uint32Array(memory, 4, 5),
      new Float32Array(memory, 4, 5),
      new Float64Array(memory, 8, 5),
      new BigInt64Array(memory, 8, 5),
      new BigUint64Array(memory, 8, 5),
    ];
    for (const view of views) expect(roundTrip(view)).toStrictEqual(view);
    expect(roundTrip(memory)).toStrictEqual(memory);
    const back = roundTrip(new DataView(memory, 3, 7));
    expect(back).toBeInstanceOf(DataView);
    expect(back instanceof DataView && hex(new Uint8Array(back.buffer))).toBe('090c0f1215181b');
  });

  it('gives private copies of bytes', () => {
    const codec = new ValueCodec();
    const source = Buffer.from([1, 2, 3]);
    const document = Buffer.from(codec.encode(source));
    source.fill(9);
    const first = codec.decode(document);
    document.fill(0);
    expect(first).toStrictEqual(new Uint8Array([1, 2, 3]));
    expect(first instanceof Uint8Array && first.buffer.byteLength).toBe(3);
  });

  it('B43 treats objects of another realm like ours', () => {
    const foreign: unknown = vm.runInNewContext(
      '({ list: [1], when: new Date(5), map: new Map([[1, 2]]), set: new Set([3]), raw: new Uint8Array([4]), wide: new Float64Array([5]) })',
    );
    expect(roundTrip(foreign)).toStrictEqual({
      list: [1],
      when: new Date(5),
      map: new Map([[1, 2]]),
      set: new Set([3]),
      raw: new Uint8Array([4]),
      wide: new Float64Array([5]),
    });
  });

  it('A7 keeps Map keys 1 and "1", and Date and its text, apart', () => {
    const value = [
      new Map<unknown, string>([
        [1, 'n'],
        ['1', 's'],
        [1n, 'b'],
      ]),
      new Date(0),
    ];
    expect(roundTrip(value)).toStrictEqual(value);
    expect(roundTrip(new Date(0).toISOString())).toBe('1970-01-01T00:00:00.000Z');
  });

  it('A8 keeps the order of a Set of objects', () => {
    const value = new Set([{ b: 1 }, { a: 2 }]);
    expect(roundTrip(value)).toStrictEqual(value);
  });

  it('A9 B44 keeps __proto__ keys as data and pollutes no prototype', () => {
    const value = record([
      ['__proto__', { polluted: true }],
      ['constructor', 1],
      ['toString', 2],
    ]);
    const back = roundTrip({ inner: value });
    expect(back).toStrictEqual({ inner: value });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    const decoded = new ValueCodec().decode(new ValueCodec().encode(value));
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    expect(roundTrip(record([['__proto__', 1]]))).toStrictEqual(record([['__proto__', 1]]));
  });

  it('keeps temporal values', () => {
    const value = { day: new PlainDate('2025-11-14'), time: new PlainTime('10:30:00') };
    expect(roundTrip(value)).toStrictEqual(value);
    expect(() => Reflect.set(value.day, 'iso', 'x')).not.toThrow();
    expect(value.day.iso).toBe('2025-11-14');
    for (const ms of [0, -1, 8.64e15, -8.64e15, Date.UTC(0, 0), -62167219200000]) {
      expect(roundTrip(new Date(ms))).toStrictEqual(new Date(ms));
    }
  });

  it('documents its conversions: undefined, holes and null prototypes', () => {
    // biome-ignore lint/suspicious/noSparseArray: holes are what is tested
    expect(roundTrip([undefined, , { a: undefined }])).toStrictEqual([null, null, { a: null }]);
    expect(roundTrip(undefined)).toBeNull();
    const bare = Object.assign(Object.create(null), { a: 1 });
    expect(roundTrip(bare)).toStrictEqual({ a: 1 });
  });

  it('reuses its buffer: a result is valid until the next encode', () => {
    const codec = new ValueCodec();
    const first = codec.encode('aaaa');
    codec.encode('bbbb');
    expect(hex(first)).toBe('a462626262');
  });

  it('wipes the buffer and stays usable', () => {
    const codec = new ValueCodec();
    const document = codec.encode({ secret: 'topsecret' });
    codec.wipe();
    expect(document.every((byte) => byte === 0)).toBe(true);
    expect(roundTrip({ secret: 1 }, codec)).toStrictEqual({ secret: 1 });
  });
});
