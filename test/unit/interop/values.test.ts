import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlainDate, PlainTime } from '../../../js/codec/index.ts';
import { SerializationError, ValueTooLargeError } from '../../../js/errors.ts';
import { decodeInteropValue, encodeInteropValue, InteropCodec } from '../../../js/interop/codec.ts';
import {
  InteropDateTime,
  InteropExtension,
  InteropFloat,
  InteropUuid,
} from '../../../js/interop/markers.ts';
import { bytes, hex, record } from '../codec/helpers.ts';

const encode = (value: unknown): string => hex(encodeInteropValue(value));
const decode = (document: string): unknown => decodeInteropValue(bytes(document));

/** A string of at most 31 bytes. */
function str(text: string): string {
  const utf8 = Buffer.from(text);
  return (0xa0 + utf8.length).toString(16) + utf8.toString('hex');
}

const sentinel = (name: string, iso: string): string =>
  `82${str(name)}c3${str('value')}${str(iso)}`;
const UUID = '550e8400-e29b-41d4-a716-446655440000';
const UUID_HEX = `d924${Buffer.from(UUID).toString('hex')}`;
const EPOCH = '1970-01-01T00:00:00.000Z';

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

describe('a value of interop mode', () => {
  test.each<[string, unknown, string]>([
    ['null', null, 'c0'],
    ['an integer', 2, '02'],
    ['a fraction', 3.5, 'cb400c000000000000'],
    ['negative zero, which is a float', -0, 'cb8000000000000000'],
    ['a float of an integral value', new InteropFloat(2), 'cb4000000000000000'],
    ['a float beyond the safe integers', new InteropFloat(2 ** 60), 'cb43b0000000000000'],
    ['a small BigInt', 300n, 'cd012c'],
    ['the largest BigInt', 2n ** 64n - 1n, 'cfffffffffffffffff'],
    ['the smallest BigInt', -(2n ** 63n), 'd38000000000000000'],
    ['a BigInt beyond the safe integers', 2n ** 53n, 'cf0020000000000000'],
    ['text, U+FEFF kept', '\ufeffa', 'a4efbbbf61'],
    ['bytes', Uint8Array.of(1), 'c40101'],
    ['a Buffer', Buffer.from([1]), 'c40101'],
    [
      'keys in the order of their bytes',
      { b: 1, 𐀀: 2, '｡': 3, A: 4, ab: 5 },
      `85${str('A')}04${str('ab')}05${str('b')}01${str('｡')}03${str('𐀀')}02`,
    ],
    ['inner keys, too', [{ b: { d: 1, c: 2 } }], '9181a16282a16302a16401'],
    ['__proto__', record([['__proto__', 1]]), `81${str('__proto__')}01`],
    [
      'a Set in the order of its bytes',
      new Set([-5, 'a', 1.5, 10]),
      '940aa161cb3ff8000000000000fb',
    ],
    [
      'equal members of a Set once',
      new Set([UUID, 1, 1n, new InteropUuid(UUID)]),
      `9201${UUID_HEX}`,
    ],
    ['an empty Set', new Set(), '90'],
    ['a Set in a Set', new Set([new Set([2, 1])]), '91920102'],
    ['a UUID', new InteropUuid(UUID.toUpperCase()), UUID_HEX],
    ['an instant', new Date(0), sentinel('__datetime__', EPOCH)],
    ['a date', new PlainDate('2025-11-14'), sentinel('__date__', '2025-11-14')],
    ['a time', new PlainTime('10:30:00'), sentinel('__time__', '10:30:00')],
    [
      'a sentinel of the caller’s own',
      { value: '10:30:00.123456', __time__: true },
      sentinel('__time__', '10:30:00.123456'),
    ],
    [
      'an object of another realm',
      runInNewContext('({ s: new Set([new Date(0)]) })'),
      `81${str('s')}91${sentinel('__datetime__', EPOCH)}`,
    ],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '81a16101'],
    ['no hidden property', Object.defineProperty({}, Symbol('s'), { value: 1 }), '80'],
  ])('has one form: %s', (_what, value, expected) => {
    expect(encode(value)).toBe(expected);
  });

  class Point {
    x = 1;
  }
  class Numbers extends Array {}
  class Names extends Set {}
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['undefined in an array', [undefined]],
    ['undefined in an object', { a: undefined }],
    ['a hole', new Array(1)],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a symbol as a key', { [Symbol('s')]: 1 }],
    ['a Map', new Map()],
    ['a class instance', new Point()],
    ['a subclass of Array', new Numbers()],
    ['a subclass of Set', new Names()],
    ['a Set with properties', Object.assign(new Set(), { a: 1 })],
    ['an error', new Error('secret')],
    ['a regular expression', /a/],
    ['a boxed number', Object(1)],
    ['a Promise', Promise.resolve(1)],
    ['what pretends to be a Date', { [Symbol.toStringTag]: 'Date' }],
    ['NaN', Number.NaN],
    ['an infinity', { a: [Number.NEGATIVE_INFINITY] }],
    ['an integer beyond the safe ones', 2 ** 53],
    ['a large number', 1e300],
    ['a BigInt above 64 bits', 2n ** 64n],
    ['a BigInt below 64 bits', -(2n ** 63n) - 1n],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { 'a\udc00': 1 }],
    ['an invalid Date', new Date(Number.NaN)],
    ['another typed array', new Float64Array(1)],
    ['a DataView', new DataView(new ArrayBuffer(1))],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['shared memory', new Uint8Array(new SharedArrayBuffer(1))],
    ['microseconds', new InteropDateTime(0n)],
    ['an extension', new InteropExtension(1, new Uint8Array(1))],
    [
      'what throws when it is read',
      {
        get a() {
          throw new Error('secret');
        },
      },
    ],
  ])('cannot be %s', (_what, value) => {
    expect(() => encode(value)).toThrow(SerializationError);
    expect(() => encode(value)).not.toThrow('secret');
  });

  test('cannot have a getter that encodes another one with the same codec', () => {
    const codec = new InteropCodec();
    const value = {
      get inner() {
        return codec.encode('a');
      },
    };
    expect(() => codec.encode(value)).toThrow(SerializationError);
    expect(hex(codec.encode('b'))).toBe('a162');
  });

  test('has limits that are those of the protocol', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => encode(nested(100))).not.toThrow();
    expect(() => encode('a'.repeat(2 ** 20 - 5))).not.toThrow();
    expect(() => encode(new Array(10_000).fill(0))).not.toThrow();
    for (const value of [
      nested(101),
      cycle,
      'a'.repeat(2 ** 20 - 4),
      new Array(10_001).fill(0),
      new Set(Array.from({ length: 10_001 }, (_, i) => i)),
      Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, i])),
    ]) {
      expect(() => encode(value)).toThrow(ValueTooLargeError);
    }
  });
});

describe('a reader of interop mode', () => {
  test.each<[string, string, unknown]>([
    ['padded integers', '93cd002ad2ffffffffcf0000000000000001', [42, -1, 1]],
    ['padded headers', 'dc0003d903616263de0001a16101c50002dead', ['abc', { a: 1 }, bytes('dead')]],
    ['widest headers', 'dd00000002db0000000161df00000000', ['a', {}]],
    ['wide binary', 'c60000000101', bytes('01')],
    ['keys in another order', '82a16202a16101', { b: 2, a: 1 }],
    ['the last of equal keys', '82a16101a16102', { a: 2 }],
    ['float32', 'ca3fc00000', 1.5],
    ['NaN of another writer', 'cb7ff8000000000000', Number.NaN],
    [
      'keys that are no text',
      '8201a16102c0',
      new Map<unknown, unknown>([
        [1, 'a'],
        [2, null],
      ]),
    ],
    ['arrays as keys', '81910a01', new Map([[[10], 1]])],
    ['fixext', 'd4012a', new InteropExtension(1, bytes('2a'))],
    ['fixext 16', `d8ff${'00'.repeat(16)}`, new InteropExtension(-1, new Uint8Array(16))],
    ['ext 8', 'c70280dead', new InteropExtension(-128, bytes('dead'))],
    ['ext 16', 'c800017f01', new InteropExtension(127, bytes('01'))],
    ['ext 32', 'c90000000001', new InteropExtension(1, new Uint8Array(0))],
    [
      'unsafe integers',
      '92cf0020000000000001d3ffdfffffffffffff',
      [2n ** 53n + 1n, -(2n ** 53n) - 1n],
    ],
    ['U+FEFF', 'a4efbbbf61', '\ufeffa'],
    ['__proto__', `81${str('__proto__')}01`, record([['__proto__', 1]])],
    ['instants', sentinel('__datetime__', '1970-01-01T01:00:00+01:00'), new Date(0)],
    ['dates', sentinel('__date__', '2025-11-14'), new PlainDate('2025-11-14')],
    ['times', sentinel('__time__', '10:30:00'), new PlainTime('10:30:00')],
    [
      'what only looks like one',
      sentinel('__datetime__', 'soon'),
      { __datetime__: true, value: 'soon' },
    ],
    [
      'naive instants as they are',
      sentinel('__datetime__', '1970-01-01T00:00'),
      { __datetime__: true, value: '1970-01-01T00:00' },
    ],
    [
      'sentinels of sealcache’s own as they are',
      `82${str('__set__')}c3${str('value')}9101`,
      { __set__: true, value: [1] },
    ],
  ])('takes %s', (_what, document, expected) => {
    const value = decode(document);
    expect(value).toEqual(expected);
    expect(Object.getPrototypeOf(value)).toBe(Object.getPrototypeOf(expected));
  });

  test.each([
    ['nothing', '', 'ends inside'],
    ['a trailing byte', '0100', 'bytes follow'],
    ['a document that ends early', 'cd01', 'ends inside'],
    ['0xc1', 'c1', '0xc1'],
    ['more than is there', 'dd00100000', 'declare more'],
    ['broken UTF-8', 'a1ff', 'UTF-8'],
    ['101 levels', `${'91'.repeat(101)}01`, 'nested deeper'],
    ['a frame of cachekit-py', '434b0300000000', 'cachekit-py'],
  ])('refuses %s', (_what, document, message) => {
    expect(() => decode(document)).toThrow(SerializationError);
    expect(() => decode(document)).toThrow(message);
  });

  test('refuses what is too large, and what is no bytes', () => {
    expect(() => decodeInteropValue(new Uint8Array(10 * 2 ** 20 + 1))).toThrow(ValueTooLargeError);
    const wide = new Uint8Array(3 + 10_001);
    wide.set([0xdc, 0x27, 0x11]);
    expect(() => decodeInteropValue(wide)).toThrow(ValueTooLargeError);
    expect(() => Reflect.apply(decodeInteropValue, undefined, ['90'])).toThrow(SerializationError);
  });

  test('gives memory of the caller’s own', () => {
    const document = bytes('c40101');
    const value = decodeInteropValue<Uint8Array>(document);
    document.fill(0);
    expect(value).toEqual(Uint8Array.of(1));
    const encoded = encodeInteropValue('a');
    encodeInteropValue('b');
    expect(hex(encoded)).toBe('a161');
  });

  test('never throws anything but an error of its own', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (document) => {
        try {
          decodeInteropValue(document);
        } catch (error) {
          expect(error).toBeInstanceOf(SerializationError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
