import { concat, fromHex, hex } from '../bytes.ts';
import { intArray } from '../envelope-pack.ts';
import { encodeContainer, packContainer, unpackContainer } from '../interop-container.ts';
import { lz4Literals, lz4Sequence } from '../lz4-pack.ts';
import type { ErrorKind } from '../protocol-error.ts';
import { repeat, seeded, spell } from './pieces.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

const value = fromHex('82a36167651ea46e616d65a5616c696365');
const block = lz4Literals(value);
/** 20 times the same byte, then the five literals that end every block. */
const run = concat(lz4Sequence(fromHex('61'), 1, 19), lz4Literals(fromHex('6262626262')));
const runValue = fromHex(`${'61'.repeat(20)}6262626262`);

/** 1000 times the size of this block is 2^32 + 704: in 32 bits far less than the size of its value. */
const wrappingTail = fromHex('6262626262');
const wrapping = concat(
  lz4Sequence(repeat(fromHex('61'), 4_261_535), 1, 4_261_539),
  lz4Literals(wrappingTail),
);
const wrappingValue = concat(repeat(fromHex('61'), 8_523_074), wrappingTail);

/** A container from its parts, each given encoded. */
const raw = (...parts: readonly string[]): Uint8Array => fromHex(parts.join(''));
const valueHex = hex(value);

const readable: readonly (readonly [string, number, Uint8Array, Uint8Array])[] = [
  ['LZ4 literals', 1, encodeContainer(1, 17, block), value],
  ['LZ4 with a match', 1, encodeContainer(1, 25, run), runValue],
  [
    'a ratio whose product wraps in 32 bits',
    1,
    encodeContainer(1, wrappingValue.length, wrapping),
    wrappingValue,
  ],
  ['noncanonical: array16, bin16', 0, raw('c102dc0003', '00', '11', 'c50011', valueHex), value],
  [
    'noncanonical: array32, bin32',
    0,
    raw('c102dd00000003', '00', '11', 'c600000011', valueHex),
    value,
  ],
  ['noncanonical: uint8', 0, raw('c10293', 'cc00', 'cc11', 'c411', valueHex), value],
  ['noncanonical: uint16', 0, raw('c10293', 'cd0000', 'cd0011', 'c411', valueHex), value],
  ['noncanonical: uint32', 0, raw('c10293', 'ce00000000', 'ce00000011', 'c411', valueHex), value],
  [
    'noncanonical: uint64',
    0,
    raw('c10293', 'cf0000000000000000', 'cf0000000000000011', 'c411', valueHex),
    value,
  ],
];

const payload = (size: number): Uint8Array => seeded('container', size);

const refused: readonly (readonly [string, Uint8Array, ErrorKind])[] = [
  ['nothing', new Uint8Array(0), 'kInteropMagic'],
  ['a value of version 1', value, 'kInteropMagic'],
  ['an envelope', raw('94'), 'kInteropMagic'],
  ['the magic alone', raw('c1'), 'kInteropMalformed'],
  ['version 1', raw('c101930000c400'), 'kInteropMalformed'],
  ['version 3', raw('c103930000c400'), 'kInteropMalformed'],
  ['no body', raw('c102'), 'kBoundsIncomplete'],
  ['a body that is never used', raw('c102c1'), 'kBoundsInvalidByte'],
  ['two fields', raw('c102920000'), 'kInteropMalformed'],
  ['four fields', raw('c102940000c400c0'), 'kInteropMalformed'],
  ['a map', raw('c102830000c40000c0c0'), 'kInteropMalformed'],
  ['method 2', raw('c102930200c400'), 'kInteropMalformed'],
  ['method 2^32', raw('c10293cf000000010000000000c400'), 'kInteropMalformed'],
  ['method −1', raw('c10293ff00c400'), 'kInteropMalformed'],
  ['a signed method', raw('c10293d00000c400'), 'kInteropMalformed'],
  ...['d000', 'd10000', 'd200000000', 'd30000000000000000'].map(
    (size): [string, Uint8Array, ErrorKind] => [
      `a signed size ${size.slice(0, 2)}`,
      raw('c1029300', size, 'c400'),
      'kInteropMalformed',
    ],
  ),
  ['a size of nil', raw('c1029300c0c400'), 'kInteropMalformed'],
  ['a float for the size', raw('c1029300cb0000000000000000c400'), 'kInteropMalformed'],
  ['text for the payload', raw('c102930003a3616263'), 'kInteropMalformed'],
  ['a list for the payload', concat(raw('c102930003'), intArray(payload(3))), 'kInteropMalformed'],
  ['an extension for the payload', raw('c102930001d40161'), 'kInteropMalformed'],
  ['a trailing byte', concat(packContainer(value), raw('00')), 'kBoundsTrailing'],
  ['a payload that ends early', packContainer(value).slice(0, -1), 'kBoundsIncomplete'],
  ['a payload of 4 GiB', raw('c102930005c6ffffffff'), 'kBoundsSlots'],
  ['a size one too small', encodeContainer(0, 2, payload(3)), 'kLengthMismatch'],
  ['a size one too large', encodeContainer(0, 4, payload(3)), 'kLengthMismatch'],
  [
    '2^32 more than the payload',
    encodeContainer(0, 2n ** 32n + 3n, payload(3)),
    'kEnvelopeSizeCap',
  ],
  [
    '2^32 and the payload’s one less',
    encodeContainer(0, 2n ** 32n + 2n, payload(3)),
    'kEnvelopeSizeCap',
  ],
  ['2^63', encodeContainer(0, 2n ** 63n, payload(3)), 'kEnvelopeSizeCap'],
  ['512 MiB and a byte', encodeContainer(1, 536_870_913, payload(3)), 'kEnvelopeSizeCap'],
  ['no LZ4 block', encodeContainer(1, 0, payload(0)), 'kEnvelopeEmptyData'],
  ['1001 to 1', encodeContainer(1, 10_001, payload(10)), 'kEnvelopeRatioCap'],
  ['an offset of 0', encodeContainer(1, 5, raw('10410000')), 'kDecompressionFailed'],
  ['an offset before the start', encodeContainer(1, 5, raw('10410200')), 'kDecompressionFailed'],
  ['a block that ends early', encodeContainer(1, 17, block.slice(0, -1)), 'kDecompressionFailed'],
  ['a block of a byte less', encodeContainer(1, 26, run), 'kLengthMismatch'],
  ['a block of a byte more', encodeContainer(1, 24, run), 'kLengthMismatch'],
];

export function interopContainerVectors(): VectorFile {
  return {
    name: 'interop-containers.json',
    about: 'Containers of interop v2 (PROTOCOL 9), a draft.',
    groups: {
      container_vectors: [
        ...[1, 17, 255, 256, 65_535, 65_536].map((size) =>
          writtenRow(new Uint8Array(size).fill(0x61)),
        ),
        ...readable.map(([name, method, container, holds]) =>
          containerRow(name, method, container, holds),
        ),
      ],
      reject_vectors: refused.map(([name, container, kind]) => {
        refusal(name, kind, () => unpackContainer(container, 536_870_912));
        return { name, kinds: [kind], container_hex: hex(container) };
      }),
    },
  };
}

function writtenRow(holds: Uint8Array): VectorRow {
  return containerRow(`${holds.length} bytes`, 0, packContainer(holds), holds);
}

function containerRow(
  name: string,
  method: number,
  container: Uint8Array,
  holds: Uint8Array,
): VectorRow {
  if (hex(unpackContainer(container, holds.length)) !== hex(holds)) throw new Error(name);
  return { name, method, value_msgpack_hex: spell(holds), container_hex: spell(container) };
}
