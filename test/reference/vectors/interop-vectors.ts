import type { Item } from '../../../js/conformance/interop-model.ts';
import { blake2bHex } from '../blake2b.ts';
import { concat, fromHex, hex } from '../bytes.ts';
import { interopKey } from '../interop-key.ts';
import { readValue } from '../interop-read.ts';
import { canonicalArguments, canonicalValue } from '../interop-write.ts';
import type { ErrorKind } from '../protocol-error.ts';
import {
  big,
  bin,
  float,
  instant,
  int,
  list,
  map,
  nested,
  nil,
  set,
  str,
  taggedJson,
  uuid,
  yes,
} from './interop-items.ts';
import { spell } from './pieces.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

const namespace = 'shop';
const operation = 'get_order';
const UUID = '550e8400-e29b-41d4-a716-446655440000';

const edges = [31n, 32n, 127n, 128n, 255n, 256n, 32_767n, 32_768n, 65_535n, 65_536n, 2n ** 31n];
const wideEdges = [2n ** 32n - 1n, 2n ** 32n, 2n ** 53n - 1n];
const integers = [...edges, ...wideEdges].flatMap((edge) => [edge, -edge, -edge - 1n]);
const huge = [2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];

/** In both profiles. */
const both: readonly (readonly [string, Item])[] = [
  ['nothing', list()],
  ['integers', list(...integers.filter((n) => n >= -(2n ** 53n - 1n)).map(int))],
  ['the same as BigInts', list(...integers.map(big))],
  [
    'integers beyond the safe ones',
    list(...huge.map(big), ...huge.slice(0, 3).map((n) => big(-n))),
  ],
  ['the smallest integer', big(-(2n ** 63n))],
  ['fractions', list(...[0.1, -3.75, 5e-324, 1e-7, 123456789.125].map(float))],
  ['whole floats', list(...[0, 1, -1, 300, 2 ** 53, 2 ** 60, -(2 ** 63)].map(float))],
  ['floats around 2^64', list(float(2 ** 64 - 2048), float(2 ** 64), float(-(2 ** 64)))],
  ['floats around −2^63', list(float(-(2 ** 63)), float(-(2 ** 63) - 2048))],
  ['the largest floats', list(float(Number.MAX_VALUE), float(-Number.MAX_VALUE))],
  ['negative zero', float(-0)],
  ['booleans and null', list(yes, { is: 'bool', value: false }, nil)],
  ...[0, 1, 31, 32, 255, 256, 65_535, 65_536].flatMap((size): [string, Item][] => [
    [`text of ${size}`, str('x'.repeat(size))],
  ]),
  [
    'text of letters with 2, 3 and 4 bytes',
    list(str('é'), str('€'), str('😀'), str('é'.repeat(16))),
  ],
  ['text in two normal forms', list(str('\u00e9'), str('e\u0301'))],
  ['text with U+FEFF, NUL and a line end', str('\ufeff\u0000\n')],
  ...[0, 1, 255, 256].map((size): [string, Item] => [
    `${size} bytes`,
    bin(...new Array<number>(size).fill(0xc1)),
  ]),
  ...[15, 16, 10_000].map((size): [string, Item] => [
    `a list of ${size}`,
    list(...new Array<Item>(size).fill(int(7))),
  ]),
  ...[15, 16, 256].map((size): [string, Item] => [
    `a map of ${size}`,
    map(...Array.from({ length: size }, (_, i): [string, Item] => [`k${i}`, int(i)])),
  ]),
  ['keys by their bytes', map(['b', nil], ['', nil], ['B', nil], ['ab', nil], ['a', nil])],
  ['keys beyond ASCII', map(['😀', nil], ['｡', nil], ['é', nil], ['z', nil], ['\ufeff', nil])],
  ['keys that JavaScript sorts itself', map(['10', nil], ['9', nil], ['01', nil], ['b', nil])],
  ['keys that objects inherit', map(['__proto__', int(1)], ['constructor', int(2)])],
  ['keys at every level', map(['b', list(map(['d', nil], ['c', map(['f', nil], ['e', nil])]))])],
  ['a set by its bytes', set(int(-5), str('a'), float(1.5), int(10), nil, list(), map(), bin(1))],
  ['a set in a set', set(set(int(3), int(1)), set(int(2)), set(int(1), int(3)))],
  [
    'a set of one thing in two orders',
    set(map(['a', nil], ['b', nil]), map(['b', nil], ['a', nil])),
  ],
  [
    'a set that shrinks below 16',
    set(...Array.from({ length: 30 }, (_, i) => big(BigInt(i % 15)))),
  ],
  ['a set of 16', set(...Array.from({ length: 16 }, (_, i) => str(`${i}`)))],
  ['an empty set', set()],
  ['UUIDs in either case', list(uuid(UUID), uuid(UUID.toUpperCase()))],
];

/** With numbers that are equal only as arguments, and with instants. */
const argumentsOnly: readonly (readonly [string, Item])[] = [
  ['a set of one number in three kinds', set(int(2), big(2n), float(2))],
  [
    'instants around the epoch',
    list(...[0n, 1n, -1n, 999_999n, 1_000_000n, -1_000_000n].map(instant)),
  ],
  ['instants of a whole second', instant(1_704_067_200_000_000n)],
  ['instants of microseconds', list(instant(1_704_112_245_123_456n), instant(-123_456n))],
  [
    'the first and last instants',
    list(instant(-62_135_596_800_000_000n), instant(253_402_300_799_999_999n)),
  ],
  ['a set of an instant and its seconds', set(instant(1_500_000n), float(1.5))],
  ['an instant and a UUID in a map', map(['when', instant(1_000n)], ['id', uuid(UUID)])],
  ['49 levels', nested(49, nil)],
];

const refusedArguments: readonly (readonly [string, Item, ErrorKind])[] = [
  ['NaN in a set', set(float(Number.NaN)), 'kNumberNotFinite'],
  ['an infinity in a map', map(['a', float(Number.POSITIVE_INFINITY)]), 'kNumberNotFinite'],
  ['2^64 in a set', set(big(2n ** 64n)), 'kInvalidArgument'],
  ['−2^63 − 1 in a map', map(['a', big(-(2n ** 63n) - 1n)]), 'kInvalidArgument'],
  ['half a surrogate pair', str('a\ud83d'), 'kInvalidArgument'],
  ['the other half, in a key', map(['\ude00', nil]), 'kInvalidArgument'],
  ['50 levels', nested(50, nil), 'kBoundsDepth'],
  ['a list of 10,001', list(...new Array<Item>(10_001).fill(nil)), 'kBoundsSlots'],
  ['more than 1 MiB', str('x'.repeat(1_048_571)), 'kInputTooLarge'],
];

const segments = ['a', '0', 'a.b-c_d', 'nsapix', 'z'.repeat(64), 'a.', 'a-'];
const refusedSegments = [
  '',
  'A',
  'a:b',
  'a\n',
  '.a',
  '-a',
  '_a',
  'a..b',
  'a..',
  'é',
  '٣',
  'ａ',
  'z'.repeat(65),
];

const accepted: readonly (readonly [string, string, Item | null])[] = [
  [
    'every width of 7',
    '98 07 cc07 cd0007 ce00000007 cf0000000000000007 d007 d10007 d200000007',
    list(...new Array<Item>(8).fill(int(7))),
  ],
  [
    'every width of −1',
    '95 ff d0ff d1ffff d2ffffffff d3ffffffffffffffff',
    list(...new Array<Item>(5).fill(int(-1))),
  ],
  [
    'every width of text',
    '94 a161 d90161 da000161 db0000000161',
    list(...new Array<Item>(4).fill(str('a'))),
  ],
  ['every width of bytes', '93 c40101 c5000101 c60000000101', list(bin(1), bin(1), bin(1))],
  [
    'every width of a list',
    '93 9101 dc000101 dd0000000101',
    list(list(int(1)), list(int(1)), list(int(1))),
  ],
  [
    'every width of a map',
    '93 81a16101 de0001a16101 df00000001a16101',
    list(...new Array<Item>(3).fill(map(['a', int(1)]))),
  ],
  ['float32', '93 ca3fc00000 ca00000001 cabf800000', list(float(1.5), float(2 ** -149), float(-1))],
  ['NaN, which no writer may write', 'cb7ff8000000000001', float(Number.NaN)],
  ['keys that are no text', '84 01 02 c0 03 9101 04 c40101 05', null],
  [
    'extensions of every width',
    '98 d40100 d5010000 d60100000000 d7ff0000000000000000 c70001 c7020a0000 c800017f00 c90000000180ff',
    null,
  ],
  ['100 levels', `${'91'.repeat(100)}c0`, nested(100, nil)],
];

const rejected: readonly (readonly [string, string, ErrorKind])[] = [
  ['nothing', '', 'kBoundsIncomplete'],
  ['a second document', 'c0c0', 'kBoundsTrailing'],
  ['the byte that is never used', '91c1', 'kBoundsInvalidByte'],
  ['an integer that ends early', 'cd01', 'kBoundsIncomplete'],
  ['text that ends early', 'a261', 'kBoundsSlots'],
  ['a map without its last value', '82a16101a162', 'kBoundsSlots'],
  ['a list of 2^32 − 1', 'ddffffffff', 'kBoundsSlots'],
  ['101 levels', `${'91'.repeat(101)}c0`, 'kBoundsDepth'],
  ['a frame of the Python SDK', '434b030000000282a0c0a0c0', 'kBoundsTrailing'],
];

export function interopVectors(): VectorFile {
  return {
    name: 'interop.json',
    about: 'Interop mode (PROTOCOL 7): arguments, keys and values, as tagged JSON.',
    groups: {
      key_vectors: [
        ...[...both, ...argumentsOnly].map(([name, item]) => keyRow(name, [item])),
        keyRow('no arguments', []),
        keyRow(
          '16 arguments',
          Array.from({ length: 16 }, (_, i) => int(i)),
        ),
        ...segments.map((text) => keyRow(`the namespace ${text}`, [], text)),
        ...[...segments, 'ns'].map((text) => keyRow(`the operation ${text}`, [], namespace, text)),
      ],
      value_vectors: both.map(([name, item]) => valueRow(name, item)),
      error_vectors: [
        ...refusedArguments.map(([name, item, kind]) => {
          refusal(name, kind, () => interopKey(namespace, operation, [item]));
          return { name, args: [taggedJson(item)] };
        }),
        ...[...refusedSegments, 'ns', 'nsapi'].map((text) => refusedSegment(text, operation)),
        ...refusedSegments.map((text) => refusedSegment(namespace, text)),
      ],
      reader_accept_vectors: accepted.map(([name, document, item]) => {
        const msgpack = fromHex(document.replaceAll(' ', ''));
        readValue(msgpack);
        const row = { name, msgpack_hex: hex(msgpack) };
        return item === null ? row : { ...row, value: taggedJson(item) };
      }),
      reader_reject_vectors: [
        ...rejected.map(([name, document, kind]) => {
          refusal(name, kind, () => readValue(fromHex(document)));
          return { name, msgpack_hex: document };
        }),
        // For which the core has no error: it does not read values.
        {
          name: 'text that is no UTF-8',
          msgpack_hex: hex(concat(fromHex('a3'), fromHex('eda080'))),
        },
      ],
    },
  };
}

function keyRow(
  name: string,
  args: readonly Item[],
  inNamespace = namespace,
  ofOperation = operation,
): VectorRow {
  const canonical = canonicalArguments(args);
  return {
    name,
    namespace: inNamespace,
    operation: ofOperation,
    args: args.map(taggedJson),
    canonical_args_hex: spell(canonical),
    args_hash: blake2bHex(canonical, 32),
    expected_key: interopKey(inNamespace, ofOperation, args),
  };
}

function valueRow(name: string, item: Item): VectorRow {
  const document = canonicalValue(item);
  const value = taggedJson(item);
  const row = { name, value, canonical_msgpack_hex: spell(document) };
  // Sets and UUIDs are written, but not read: nothing in the bytes tells of them.
  if (!/"\$(?:set|uuid)"/.test(JSON.stringify(value))) return row;
  return { ...row, reads_as: taggedJson(readValue(document)) };
}

function refusedSegment(inNamespace: string, ofOperation: string): VectorRow {
  const name = JSON.stringify(`${inNamespace}, ${ofOperation}`);
  refusal(name, 'kInteropSegment', () => interopKey(inNamespace, ofOperation, []));
  return { name, namespace: inNamespace, operation: ofOperation, args: [] };
}
