import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { CachekitError, ConfigurationError, ValueTooLargeError } from '../../../js/errors.ts';
import { type KeyFormat, WrapKeys } from '../../../js/keys/wrap-key.ts';

const formats: readonly KeyFormat[] = ['sealcache', 'cachekit-ts'];

function attempt(format: KeyFormat, ...args: readonly unknown[]): unknown {
  const keys = new WrapKeys((bytes) => Buffer.from(bytes).toString('hex'), format);
  try {
    return keys.keyFor({ namespace: 'n' }, args);
  } catch (error) {
    return error;
  }
}

const shared = new Uint8Array(new SharedArrayBuffer(2));
const detached = new Uint8Array(2);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const shrunk = new ArrayBuffer(8, { maxByteLength: 8 });
const cutOff = new Uint8Array(shrunk, 4, 4);
const cutOffView = new DataView(shrunk, 4, 4);
shrunk.resize(2);
class Point {
  secret = 'hunter2';
}
class List extends Array<unknown> {}
class Words extends Uint16Array {}
class Index extends Map<unknown, unknown> {}
const accessor = Object.defineProperty({}, 'a', { get: () => 'hunter2', enumerable: true });
const proxy = new Proxy(
  { a: 1 },
  {
    ownKeys: () => {
      throw new Error('hunter2');
    },
  },
);

const never: readonly [string, unknown][] = [
  ['a function', () => 'hunter2'],
  ['a symbol', Symbol('hunter2')],
  ['a symbol key', { [Symbol('hunter2')]: 1 }],
  ['a symbol key on an array', Object.assign([], { [Symbol.for('hunter2')]: 1 })],
  ['a getter', accessor],
  ['a setter', Object.defineProperty({}, 'a', { set: () => undefined, enumerable: true })],
  ['a property that is not enumerable', Object.defineProperty({}, 'a', { value: 'hunter2' })],
  ['a class instance', new Point()],
  ['a subclass of Array', new List()],
  ['a subclass of Map', new Index()],
  ['a subclass of Uint16Array', new Words(1)],
  ['an object that inherits', Object.create({ a: 'hunter2' })],
  ['a Promise', Promise.resolve('hunter2')],
  ['a RegExp', /hunter2/],
  ['an Error', new Error('hunter2')],
  ['a WeakMap', new WeakMap()],
  ['a boxed string', new String('hunter2')],
  ['a Map with properties', Object.assign(new Map(), { a: 'hunter2' })],
  ['something that only says it is a Map', { [Symbol.toStringTag]: 'Map' }],
  ['an exchanged prototype', Object.setPrototypeOf(Uint8Array.of(1), Object.prototype)],
  ['shared memory', shared],
  ['detached memory', detached],
  ['an array beyond the end of its memory', cutOff],
  ['a view beyond the end of its memory', cutOffView],
  ['a SharedArrayBuffer', shared.buffer],
  ['a lone high surrogate', 'hunter2\ud800'],
  ['a lone low surrogate in a long string', `${'x'.repeat(100)}\udc00`],
  ['a lone surrogate in a name', { 'hunter2\ud800': 1 }],
  ['a proxy that throws', proxy],
];

const notJson: readonly [string, unknown][] = [
  ['a BigInt', 1n],
  ['a Date', new Date(0)],
  ['a Map', new Map()],
  ['a Set', new Set()],
  ['a Uint8Array', new Uint8Array(1)],
  ['an ArrayBuffer', new ArrayBuffer(1)],
  ['a property named __proto__', JSON.parse('{"__proto__":1}')],
];

const rows = [
  ...formats.flatMap((format) => never.map(([what, value]) => ({ format, what, value }))),
  ...notJson.map(([what, value]) => ({ format: formats[1], what, value })),
];

describe('refused arguments', () => {
  it.each(rows)('A9, A10: $what in $format', ({ format = 'sealcache', value }) => {
    const error = attempt(format, 1, { user: [value] });
    expect(error).toBeInstanceOf(ConfigurationError);
    if (!(error instanceof CachekitError)) return;
    expect(error.code).toBe('ERR_CONFIGURATION');
    expect(error.message).toMatch(/^args\[1\]\.user\[0\]/);
    expect(`${error.message} ${String(error.cause)}`).not.toContain('hunter2');
  });

  it('says the place, but no name that may be data', () => {
    const error = attempt('sealcache', { 'ada@example.com': { role: Symbol('x') } });
    expect(String(error)).toContain('args[0][…].role is a symbol');
  });

  it('accepts plain objects and built-ins of another realm', () => {
    const foreign = vm.runInNewContext(
      '[{a: new Date(0)}, new Map([[1, new Uint16Array(2)]]), new Set(), [1]]',
    );
    const own = [{ a: new Date(0) }, new Map([[1, new Uint16Array(2)]]), new Set(), [1]];
    expect(attempt('sealcache', foreign)).toBe(attempt('sealcache', own));
  });

  it.each(formats)('refuses a key within a key in %s, and works on', (format) => {
    const keys = new WrapKeys((bytes) => String(bytes.length), format);
    const nested = new Proxy(
      { a: 1 },
      {
        ownKeys: () => {
          keys.keyFor({ namespace: 'n' }, []);
          return ['a'];
        },
      },
    );
    expect(() => keys.keyFor({ namespace: 'n' }, [nested])).toThrow(ConfigurationError);
    expect(keys.keyFor({ namespace: 'n' }, [])).toMatch(/^n:\d+$/);
  });
});

describe.each(formats)('limits in %s', (format) => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1;
    for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
    return value;
  };
  /** The list of one argument, and the string's header of three bytes, come before. */
  const room = 65_536 - (format === 'sealcache' ? 3 : 1) - 3;

  const fits: readonly [string, () => unknown][] = [
    ['49 levels in the list', () => nested(49)],
    ['10,000 items', () => new Array(10_000).fill(0)],
    ['64 KiB of a string', () => 'x'.repeat(room)],
    ['64 KiB of a string beyond ASCII', () => `${'é'.repeat((room - (room % 2)) / 2)}`],
  ];
  it.each(fits)('%s fit', (_what, make) => {
    expect(typeof attempt(format, make())).toBe('string');
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  const exceeds: readonly [string, () => unknown][] = [
    ['50 levels in the list', () => nested(50)],
    ['a cycle', () => cycle],
    ['10,001 items', () => new Array(10_001).fill(0)],
    ['10,001 names', () => Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, 0]))],
    ['a sparse array', () => new Array(2 ** 32 - 1)],
    ['64 KiB and one byte', () => 'x'.repeat(room + 1)],
    ['many small strings', () => new Array(9_000).fill('12345678')],
  ];
  it.each(exceeds)('%s are too large', (_what, make) => {
    const error = attempt(format, make());
    expect(error).toBeInstanceOf(ValueTooLargeError);
    expect(error).toHaveProperty('code', 'ERR_VALUE_TOO_LARGE');
  });

  it('bounds the number of arguments', () => {
    expect(typeof attempt(format, ...new Array(10_000).fill(0))).toBe('string');
    expect(attempt(format, ...new Array(10_001).fill(0))).toBeInstanceOf(ValueTooLargeError);
  });
});

describe('limits of typed values', () => {
  const tooLarge: readonly [string, unknown][] = [
    ['a Map', new Map(Array.from({ length: 10_001 }, (_, i) => [i, 0]))],
    ['a Set', new Set(Array.from({ length: 10_001 }, (_, i) => i))],
    ['binary', new Uint8Array(65_536)],
    ['a Float64Array', new Float64Array(8192)],
    ['a BigInt', 2n ** 4095n],
    ['a negative BigInt', -(2n ** 4095n) - 1n],
  ];
  it.each(tooLarge)('%s is too large', (_what, value) => {
    expect(attempt('sealcache', value)).toBeInstanceOf(ValueTooLargeError);
  });

  it('takes BigInts of 4096 bits', () => {
    expect(typeof attempt('sealcache', 2n ** 4095n - 1n, -(2n ** 4095n))).toBe('string');
  });
});
