import { type Described, referenceWrapKey, wrapKey } from '../wrap-key.ts';
import type { Json, VectorFile, VectorRow } from './vector-file.ts';

const namespace = 'users:profile';

const num = (value: number | string): Described => ({ is: 'number', text: String(value) });
const str = (text: string, count?: number): Described =>
  count === undefined ? { is: 'string', text } : { is: 'string', text, count };
const list = (...items: readonly Described[]): Described => ({ is: 'array', items });
const set = (...items: readonly Described[]): Described => ({ is: 'set', items });
const obj = (...entries: readonly (readonly [string, Described])[]): Described => ({
  is: 'object',
  entries,
});
const map = (...entries: readonly (readonly [Described, Described])[]): Described => ({
  is: 'map',
  entries,
});
const big = (text: string): Described => ({ is: 'bigint', text });
const date = (text: string): Described => ({ is: 'date', text });
const bin = (type: string, hex: string): Described => ({ is: 'binary', type, hex });
const nil: Described = { is: 'null' };
const undef: Described = { is: 'undefined' };
const yes: Described = { is: 'true' };

const integers = [
  0, 1, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, 9_007_199_254_740_991, -1,
  -32, -33, -128, -129, -32_768, -32_769, -2_147_483_648, -2_147_483_649, -9_007_199_254_740_991,
];
const fractions = [
  '-0',
  '1.5',
  '-0.1',
  'NaN',
  'Infinity',
  '-Infinity',
  '9007199254740992',
  '5e-324',
];

/** In both formats. */
const json: readonly (readonly [string, readonly Described[]])[] = [
  ['no arguments', []],
  [
    'the arguments of the benchmark',
    [num(42), str('user-profile'), obj(['region', str('au')], ['tier', num(3)])],
  ],
  ...[...integers, ...fractions].map((value): readonly [string, readonly Described[]] => [
    `the number ${value}`,
    [num(value)],
  ]),
  ['null, booleans and undefined', [nil, yes, { is: 'false' }, undef]],
  ['an array with a hole', [list(num(1), { is: 'hole' }, num(2))]],
  ['an undefined property', [obj(['a', undef])]],
  ...[0, 31, 32, 64, 65, 255, 256, 65_000].map((size): readonly [string, readonly Described[]] => [
    `a string of ${size}`,
    [str('x', size)],
  ]),
  ['strings beyond ASCII', [str('é€😀'), str('\ufeffbom'), str('é', 100)]],
  ['names out of order', [obj(['b', num(2)], ['a', num(1)], ['ab', num(3)])]],
  [
    'names that are array indices',
    [
      obj(
        ['b', nil],
        ['10', nil],
        ['9', nil],
        ['01', nil],
        ['4294967294', nil],
        ['4294967295', nil],
      ),
    ],
  ],
  ['names with surrogates', [obj(['\uff61', num(1)], ['😀', num(2)], ['é', num(3)])]],
  [
    'sixteen names',
    [obj(...Array.from({ length: 16 }, (_, i): [string, Described] => [`k${i}`, num(i)]))],
  ],
  ['sixteen items', [list(...Array.from({ length: 16 }, (_, i) => num(i)))]],
  ['nesting', [obj(['z', list(obj(['y', list()], ['x', obj()]))])]],
];

/** In the format 'sealcache' alone. */
const typedOnly: readonly (readonly [string, readonly Described[]])[] = [
  ['BigInts', [big('0'), big('1'), big('-255'), big((2n ** 64n).toString())]],
  ['dates', [date('0'), date('1762000000123'), date('-1'), date('NaN')]],
  ['an empty map and set', [map(), set()]],
  ['a map', [map([num(2), str('two')], [str('2'), nil], [num(1), list()])]],
  ['a map with maps as keys', [map([map([num(2), nil]), num(1)], [map([num(1), nil]), num(2)])]],
  [
    'a set of everything',
    [set(str('a'), num(1.5), num(-5), nil, undef, yes, set(num(2), num(1)), obj())],
  ],
  ['equal objects in a set', [set(obj(), obj())]],
  [
    'bytes',
    [bin('Uint8Array', ''), bin('Uint8Array', '00ff'), bin('Uint8Array', 'ab'.repeat(256))],
  ],
  ...[
    'Int8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
    'DataView',
    'ArrayBuffer',
  ].map((type): readonly [string, readonly Described[]] => [
    `a ${type}`,
    [bin(type, '0102030405060708')],
  ]),
  [
    'calendar values',
    [
      { is: 'PlainDate', text: '2025-11-14' },
      { is: 'PlainTime', text: '10:30:00' },
    ],
  ],
  ['a property named __proto__', [obj(['__proto__', num(1)], ['a', num(2)])]],
];

export function wrapKeyVectors(): VectorFile {
  return {
    name: 'wrap-keys.json',
    about: 'Keys of wrapped functions in both formats (docs/cache-keys.md; PROTOCOL 1.2).',
    groups: {
      sealcache: [
        ...[...json, ...typedOnly].map(([name, args]) => sealcacheRow(name, null, args)),
        sealcacheRow('a named function', 'getUser', [num(42)]),
        sealcacheRow('a function with a long name', 'é'.repeat(100), [num(42)]),
      ],
      'cachekit-ts': json.map(([name, args]) => ({
        name,
        namespace,
        args: spelled(args),
        ...shortened(referenceWrapKey(namespace, args)),
      })),
    },
  };
}

function sealcacheRow(
  name: string,
  functionName: string | null,
  args: readonly Described[],
): VectorRow {
  return {
    name,
    namespace,
    function_name: functionName,
    args: spelled(args),
    ...shortened(wrapKey(namespace, functionName, args)),
  };
}

/** The encoded bytes help to find a difference; long ones would only fill the file. */
function shortened(result: { encoded: string; key: string }): {
  encoded: string | null;
  key: string;
} {
  return { encoded: result.encoded.length > 1024 ? null : result.encoded, key: result.key };
}

function spelled(args: readonly Described[]): readonly Json[] {
  return args.map(spell);
}

function spell(value: Described): Json {
  switch (value.is) {
    case 'array':
    case 'set':
      return { is: value.is, items: value.items.map(spell) };
    case 'object':
      return { is: value.is, entries: value.entries.map(([name, entry]) => [name, spell(entry)]) };
    case 'map':
      return {
        is: value.is,
        entries: value.entries.map(([key, entry]) => [spell(key), spell(entry)]),
      };
    case 'string':
      return value.count === undefined
        ? { is: value.is, text: value.text }
        : { is: value.is, text: value.text, count: value.count };
    default:
      return { ...value };
  }
}
