import { describe, expect, test } from 'vitest';
import { PlainDate } from '../../../js/codec/index.ts';
import { ConfigurationError, ValueTooLargeError } from '../../../js/errors.ts';
import { ArgumentStream } from '../../../js/interop/argument-stream.ts';
import { InteropDateTime, InteropFloat, InteropUuid } from '../../../js/interop/markers.ts';
import { generateInteropKey } from '../../../js/node.ts';
import { hex, record } from '../codec/helpers.ts';

const UUID = '550e8400-e29b-41d4-a716-446655440000';
const keyOf = async (...args: unknown[]): Promise<string> =>
  await generateInteropKey('users', 'get_user', args);

describe('the key of a call in interop mode', () => {
  test.each<[unknown[], string]>([
    [[42], '61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875'],
    [[42n], '61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875'],
    [[new InteropFloat(42)], '61598716255080080f6456eb065c2e51badfaa4320b0efe97469c29cffee8875'],
  ])('is the one of every SDK: %o', async (args, hash) => {
    expect(await keyOf(...args)).toBe(`users:get_user:${hash}`);
  });

  test.each<[string, unknown, unknown]>([
    ['numbers of one value', 2, new InteropFloat(2)],
    ['zeros', 0, -0],
    ['floats of zero', 0, new InteropFloat(-0)],
    ['objects of one content', { a: 1, b: [{ d: 1, c: 2 }] }, { b: [{ c: 2, d: 1 }], a: 1 }],
    ['Sets of one content', new Set([1, 'a', 2]), new Set(['a', 2, 1])],
    ['Sets whose members are equal', new Set([1, 1n, new InteropFloat(1)]), new Set([1])],
    ['a Set and the array of its members in order', new Set([2, 1]), [1, 2]],
    ['bytes and a Buffer', Uint8Array.of(1, 2), Buffer.from([1, 2])],
    ['a UUID in either case', new InteropUuid(UUID), new InteropUuid(UUID.toUpperCase())],
    ['a UUID and its text', new InteropUuid(UUID), UUID],
    ['an instant and its microseconds', new Date(1_500), new InteropDateTime(1_500_000n)],
    ['an instant and its seconds', new Date(1_500), 1.5],
    ['a whole second and an integer', new Date(2_000), 2],
    ['an instant before the epoch', new Date(-1), -0.001],
    ['large floats and integers', new InteropFloat(2 ** 60), 2n ** 60n],
  ])('is one for %s', async (_what, one, other) => {
    expect(await keyOf(one)).toBe(await keyOf(other));
  });

  test.each<[string, unknown[], unknown[]]>([
    ['text and bytes', ['a'], [Uint8Array.of(97)]],
    ['text and numbers', ['1'], [1]],
    ['arguments and an array of them', [1, 2], [[1, 2]]],
    ['null and false', [null], [false]],
    ['no argument and null', [], [null]],
    ['microseconds', [new InteropDateTime(1n)], [new InteropDateTime(2n)]],
    ['forms of one letter', ['\u00e9'], ['e\u0301']],
    ['neighbours beyond the safe integers', [2n ** 53n], [2n ** 53n + 1n]],
    ['__proto__ and nothing', [record([['__proto__', 1]])], [{}]],
  ])('is another one for %s', async (_what, one, other) => {
    expect(await keyOf(...one)).not.toBe(await keyOf(...other));
  });

  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['an infinity', [Number.POSITIVE_INFINITY]],
    ['an unsafe integer', { a: 2 ** 53 }],
    ['too large a BigInt', 2n ** 64n],
    ['too large a BigInt in an object', { id: 2n ** 64n }],
    ['too small a BigInt in an array', [1, -(2n ** 63n) - 1n]],
    ['undefined', undefined],
    ['a Map', new Map()],
    ['an invalid Date', new Date(Number.NaN)],
    ['a lone surrogate', '\udc00'],
    ['a date without a time', new PlainDate('2025-11-14')],
    ['a symbol as a key', { [Symbol('s')]: 1 }],
    [
      'what throws',
      {
        get a(): never {
          throw new Error('secret');
        },
      },
    ],
  ])('cannot be made of %s', async (_what, argument) => {
    await expect(keyOf(argument)).rejects.toThrow(ConfigurationError);
    await expect(keyOf(argument)).rejects.not.toThrow('secret');
  });

  test('has limits that are those of the protocol', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    await expect(keyOf(nested(49))).resolves.toContain('users:');
    for (const argument of [
      nested(50),
      'a'.repeat(2 ** 20),
      new Array(10_001).fill(0),
      new Set(Array.from({ length: 10_001 }, (_, i) => i)),
    ]) {
      await expect(keyOf(argument)).rejects.toThrow(ValueTooLargeError);
    }
  });

  test.each<[string, unknown[]]>([
    ['a namespace of another form', ['Users', 'op', []]],
    ['a namespace with a line break', ['users\n', 'op', []]],
    ['a reserved namespace', ['ns', 'op', []]],
    ['an operation of another form', ['users', 'a:b', []]],
    ['two dots', ['users', 'a..b', []]],
    ['an empty operation', ['users', '', []]],
    ['65 characters', ['users', 'a'.repeat(65), []]],
    ['a name that is no text', ['users', 1, []]],
    ['arguments that are no array', ['users', 'op', 'abc']],
    ['no arguments', ['users', 'op']],
  ])('cannot be made with %s', (_what, call) => {
    expect(() => Reflect.apply(generateInteropKey, undefined, call)).toThrow(ConfigurationError);
  });
});

describe('arguments on their way into the core', () => {
  const stream = new ArgumentStream();

  test.each<[string, unknown, string]>([
    ['a Set', new Set([2, 1]), 'c101920201'],
    ['an instant', new Date(1), 'c10200000000000003e8'],
    ['an instant before the epoch', new Date(-1), 'c102fffffffffffffc18'],
    ['a float', new InteropFloat(2), 'cb4000000000000000'],
    ['an object as it is', { b: 1, a: 2 }, '82a16201a16102'],
  ])('%s', (_what, argument, expected) => {
    expect(hex(stream.of([argument]))).toBe(`91${expected}`);
  });
});

describe('the markers', () => {
  test.each<[string, () => unknown]>([
    ['a float that is none', () => new InteropFloat(Number.NaN)],
    ['a UUID of another form', () => new InteropUuid('550e8400e29b41d4a716446655440000')],
    ['a UUID with a line break', () => new InteropUuid(`${UUID}\n`)],
    ['a UUID that is no text', () => Reflect.construct(InteropUuid, [1])],
    ['microseconds beyond 64 bits', () => new InteropDateTime(2n ** 63n)],
    ['microseconds as a number', () => Reflect.construct(InteropDateTime, [1])],
  ])('refuse %s', (_what, make) => {
    expect(make).toThrow(ConfigurationError);
  });
});
