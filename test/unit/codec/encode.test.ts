import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ValueCodec } from '../../../js/codec/index.ts';
import { ConfigurationError, SerializationError, ValueTooLargeError } from '../../../js/errors.ts';
import { hex, record, roundTrip } from './helpers.ts';

/** An own property hides the accessor that tells the prototype. */
const withOwnProto = (object: object, value: unknown): object =>
  Object.defineProperty(object, '__proto__', { value, enumerable: true });

const encode = (value: unknown): string => hex(new ValueCodec().encode(value));

describe('ValueCodec encoding', { timeout: 60_000 }, () => {
  const exact: readonly [unknown, string][] = [
    [null, 'c0'],
    [undefined, 'c0'],
    [true, 'c3'],
    [false, 'c2'],
    [127, '7f'],
    [128, 'cc80'],
    [256, 'cd0100'],
    [65536, 'ce00010000'],
    [2 ** 32, 'cf0000000100000000'],
    [Number.MAX_SAFE_INTEGER, 'cf001fffffffffffff'],
    [-32, 'e0'],
    [-33, 'd0df'],
    [-129, 'd1ff7f'],
    [-32769, 'd2ffff7fff'],
    [-(2 ** 31) - 1, 'd3ffffffff7fffffff'],
    [-(2 ** 32), 'd3ffffffff00000000'],
    [Number.MIN_SAFE_INTEGER, 'd3ffe0000000000001'],
    [1.5, 'cb3ff8000000000000'],
    [-0, 'cb8000000000000000'],
    [2 ** 53, 'cb4340000000000000'],
    [2n ** 53n, 'cf0020000000000000'],
    [-(2n ** 53n), 'd3ffe0000000000000'],
    ['é', 'a2c3a9'],
    ['😀', 'a4f09f9880'],
    ['a'.repeat(32), `d920${'61'.repeat(32)}`],
    [new Uint8Array([1, 2]), 'c4020102'],
    [{ b: 1, a: [] }, '82a16201a16190'],
    [
      new Date(0),
      `82ac5f5f6461746574696d655f5fc3a576616c7565b8${Buffer.from('1970-01-01T00:00:00.000Z').toString('hex')}`,
    ],
  ];
  it.each(exact)('B61: writes %o in the shortest form, keys unsorted', (value, expected) => {
    expect(encode(value)).toBe(expected);
  });

  class Point {
    x = 1;
  }
  class SubMap extends Map {}
  class SubArray extends Array {}
  const detached = new Uint8Array(4);
  structuredClone(detached, { transfer: [detached.buffer] });
  const resized = new ArrayBuffer(16, { maxByteLength: 16 });
  const beyond = [new Uint8Array(resized, 8, 4), new Float64Array(resized, 8, 1)];
  beyond.push(new Uint8Array(resized, 8));
  resized.resize(4);
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  const refused: readonly [string, unknown][] = [
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['B45 a symbol key', { [Symbol('s')]: 1 }],
    ['a symbol key on an array', Object.assign([1], { [Symbol('s')]: 1 })],
    ['a class instance', new Point()],
    ['a subclass of Map', new SubMap()],
    ['a subclass of Array', new SubArray()],
    ['a RegExp', /x/],
    ['an Error', new Error('x')],
    ['a Promise', Promise.resolve(1)],
    ['a WeakMap', new WeakMap()],
    ['a boxed number', Object(1)],
    ['a URL', new URL('http://localhost/')],
    ['B43 shared memory', shared],
    ['a SharedArrayBuffer', shared.buffer],
    ['a detached view', detached],
    ['a detached buffer', detached.buffer],
    ['bytes beyond the end of a resized buffer', beyond[0]],
    ['numbers beyond the end of a resized buffer', beyond[1]],
    ['a view to the end of a buffer that now ends before it', beyond[2]],
    ['an invalid Date', new Date(Number.NaN)],
    ['a Date with properties', Object.assign(new Date(0), { zone: 'x' })],
    ['B43 a forged Map', Object.create(Map.prototype)],
    ['a forged tag', { __proto__: Date.prototype, [Symbol.toStringTag]: 'Date' }],
    ['an instance with data in place of its prototype', withOwnProto(new Point(), {})],
    ['a subclass of Array with data in place of its prototype', withOwnProto(new SubArray(), [])],
    ['inherited data', Object.create(Object.assign(Object.create(null), { a: 1 }))],
    [
      'an arguments object',
      (function (..._: unknown[]) {
        // biome-ignore lint/complexity/noArguments: the object itself is what is tested
        return arguments;
      })(1),
    ],
    ['undefined as a Map key', new Map([[undefined, 1]])],
    ['undefined in a Set', new Set([undefined])],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00b'],
    ['swapped surrogates', '\udc00\ud800'],
    ['two high surrogates', '\ud800\ud800\udc00'],
    ['a lone surrogate in a long string', `${'a'.repeat(100)}\ud800`],
    ['a lone surrogate in a key', { '\ud800': 1 }],
    [
      'a revoked proxy',
      (() => {
        const p = Proxy.revocable({}, {});
        p.revoke();
        return p.proxy;
      })(),
    ],
    [
      'a throwing proxy',
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('topsecret');
          },
        },
      ),
    ],
  ];
  it.each(refused)('refuses %s, at the top and nested', (_name, value) => {
    for (const wrapped of [value, [value], { a: value }, new Map([['k', value]])]) {
      let caught: unknown;
      try {
        new ValueCodec().encode(wrapped);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(SerializationError);
      expect(String(caught)).not.toContain('topsecret');
      expect(caught instanceof Error && caught.cause).toBeUndefined();
    }
  });

  it('reads a getter once and stores what it gives', () => {
    let reads = 0;
    const value = Object.defineProperty({}, 'a', { enumerable: true, get: () => ++reads });
    expect(roundTrip(value)).toStrictEqual({ a: 1 });
    expect(reads).toBe(1);
  });

  it('does not store what an object inherits', () => {
    Object.defineProperty(Object.prototype, 'polluted', {
      configurable: true,
      enumerable: true,
      writable: true,
      value: 1,
    });
    try {
      expect(encode({ a: 1, b: {} })).toBe('82a16101a16280');
    } finally {
      Reflect.deleteProperty(Object.prototype, 'polluted');
    }
    const foreign: unknown = runInNewContext('Object.prototype.polluted = 1; ({ a: 1 })');
    expect(() => encode(foreign)).toThrow(SerializationError);
  });

  it('stays usable after a refusal, and refuses to encode while encoding', () => {
    const codec = new ValueCodec();
    const nested = new Proxy(
      {},
      {
        ownKeys: () => {
          codec.encode(1);
          return [];
        },
      },
    );
    expect(() => codec.encode([nested])).toThrow(/must not encode another/);
    expect(hex(codec.encode([1]))).toBe('9101');
  });

  it('refuses cycles by depth', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const knot = new Map<unknown, unknown>();
    knot.set(knot, { me: new Set([knot]) });
    for (const value of [loop, knot]) {
      expect(() => encode(value)).toThrow(/maxDepth.*cycle/);
    }
  });

  it('B60: accepts exactly maxDepth levels, sentinels included', () => {
    const nest = (levels: number, core: unknown): unknown => {
      let value = core;
      for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
      return value;
    };
    const codec = new ValueCodec({ maxDepth: 32 });
    const cores: readonly [number, unknown][] = [
      [0, 1],
      [1, []],
      [1, new Date(0)],
      [1, 1n],
      [2, new Set([1])],
      [3, new Map([[1, 1]])],
      [3, { __date__: true, value: 1 }],
      [1, new Float32Array(1)],
    ];
    for (const [own, core] of cores) {
      const fits = nest(32 - own, core);
      expect(roundTrip(fits, codec)).toStrictEqual(fits);
      expect(() => codec.encode(nest(33 - own, core))).toThrow(SerializationError);
    }
    expect(() => new ValueCodec({ maxDepth: 1024 }).encode(nest(1024, 1))).not.toThrow();
  });

  it('B60: accepts exactly maxEncodedSize bytes of every kind', () => {
    const limit = 1000;
    const codec = new ValueCodec({ maxEncodedSize: limit });
    const fits: readonly [unknown, unknown][] = [
      ['x'.repeat(limit - 3), 'x'.repeat(limit - 2)],
      [`é${'x'.repeat(limit - 5)}`, `é${'x'.repeat(limit - 4)}`],
      [`${'€'.repeat(332)}x`, '€'.repeat(333)],
      [new Uint8Array(limit - 3), new Uint8Array(limit - 2)],
      [Array(limit - 3).fill(1), Array(limit - 2).fill(1)],
      [
        [...Array(15).fill('x'.repeat(60)), ...Array(67).fill(1)],
        [...Array(15).fill('x'.repeat(60)), ...Array(68).fill(1)],
      ],
    ];
    for (const [most, over] of fits) {
      expect(codec.encode(most).length).toBe(limit);
      expect(roundTrip(most, codec)).toStrictEqual(most);
      expect(() => codec.encode(over)).toThrow(ValueTooLargeError);
    }
  });

  it('B46 refuses a huge value before it takes memory for it', () => {
    const codec = new ValueCodec({ maxEncodedSize: 1000 });
    const huge = new Uint8Array(50_000_000);
    const before = process.memoryUsage().arrayBuffers;
    for (const value of [huge, '€'.repeat(5_000_000), 'x'.repeat(50_000_000)]) {
      expect(() => codec.encode(value)).toThrow(ValueTooLargeError);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  it('B60: bounds collections of every kind', () => {
    const codec = new ValueCodec({ maxCollectionSize: 20 });
    const items = Array.from({ length: 21 }, (_, i) => i);
    const over = [
      items,
      new Set(items),
      new Map(items.map((i) => [i, i])),
      record(items.map((i) => [`k${i}`, i])),
    ];
    for (const value of over) expect(() => codec.encode(value)).toThrow(ValueTooLargeError);
    expect(() => codec.encode(items.slice(1))).not.toThrow();
    expect(() => encode(new Array(4_000_000_000))).toThrow(ValueTooLargeError);
  });

  it('bounds BigInts', () => {
    expect(roundTrip(2n ** 4095n - 1n)).toBe(2n ** 4095n - 1n);
    expect(roundTrip(-(2n ** 4095n))).toBe(-(2n ** 4095n));
    expect(() => encode(2n ** 4095n)).toThrow(ValueTooLargeError);
  });

  it.each(['maxEncodedSize', 'maxDecodedSize', 'maxCollectionSize', 'maxDepth'] as const)(
    'B42 validates %s at construction',
    (name) => {
      for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
        expect(() => new ValueCodec({ [name]: value })).toThrow(ConfigurationError);
      }
      for (const value of [null, '100', 100n, {}]) {
        expect(() => Reflect.construct(ValueCodec, [{ [name]: value }])).toThrow(
          ConfigurationError,
        );
      }
      expect(() => new ValueCodec({ [name]: undefined })).not.toThrow();
    },
  );

  it('keeps maxDepth within 32 … 1024', () => {
    for (const maxDepth of [31, 1025]) {
      expect(() => new ValueCodec({ maxDepth })).toThrow(ConfigurationError);
    }
    for (const maxDepth of [32, 1024]) expect(() => new ValueCodec({ maxDepth })).not.toThrow();
    expect(new ValueCodec().limits).toStrictEqual({
      maxEncodedSize: 1_048_576,
      maxDecodedSize: 10_485_760,
      maxCollectionSize: 10_000,
      maxDepth: 100,
    });
  });
});
