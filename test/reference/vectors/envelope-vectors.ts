import { bigEndian, concat, fromHex, hex, utf8 } from '../bytes.ts';
import { bin, encodeEnvelope, intArray, packEnvelope, uint } from '../envelope-pack.ts';
import { unpackEnvelope } from '../envelope-unpack.ts';
import { lz4Literals, lz4Sequence } from '../lz4-pack.ts';
import { checksum } from '../xxh3.ts';
import { repeat, seeded, spell } from './pieces.ts';
import type { VectorFile, VectorRow } from './vector-file.ts';

/** Value sizes whose literal blocks stand on both sides of every width of LZ4 and MessagePack. */
const sizes = [
  0, 1, 14, 15, 16, 17, 127, 128, 252, 253, 254, 255, 256, 269, 270, 525, 65_278, 65_279,
];

export function envelopeVectors(): VectorFile {
  return {
    name: 'envelopes.json',
    about:
      'Envelopes that every reader accepts (PROTOCOL 3.1, 3.4): canonical and legacy, any width of ' +
      'header, and blocks with matches. In the group pack the envelope is what a writer of literals ' +
      'writes: other writers may choose another block, but nothing else.',
    groups: {
      pack: sizes.map((size) =>
        accepted(`${size} bytes`, letters(size), packEnvelope(letters(size))),
      ),
      legacy: sizes.map((size) => {
        const value = letters(size);
        const element0 = intArray(lz4Literals(value));
        return accepted(`${size} bytes`, value, encodeEnvelope(element0, checksum(value), size));
      }),
      matches: matches(),
      widths: widths(),
    },
  };
}

/** One byte repeated: still a valid block of literals, but short to spell. */
function letters(size: number): Uint8Array {
  return new Uint8Array(size).fill(0x61);
}

function accepted(name: string, value: Uint8Array, envelope: Uint8Array): VectorRow {
  const read = unpackEnvelope(envelope, value.length);
  if (hex(read) !== hex(value)) throw new Error(`${name}: read back differently`);
  return {
    name,
    value: spell(value),
    envelope: spell(envelope),
    checksum: hex(checksum(value)),
  };
}

/** Blocks that copy from what they wrote: the reader's half of LZ4. */
function matches(): readonly VectorRow[] {
  const tail = utf8('the end, long enough');
  const cases: readonly (readonly [string, Uint8Array, number, number])[] = [
    ['offset 1, length 4', utf8('a'), 1, 4],
    ['offset 1, length 18', utf8('a'), 1, 18],
    ['offset 1, length 19', utf8('a'), 1, 19],
    ['offset 1, length 273', utf8('a'), 1, 273],
    ['offset 1, length 274', utf8('a'), 1, 274],
    ['offset 1, length 275', utf8('a'), 1, 275],
    ['offset 1, length 100000', utf8('z'), 1, 100_000],
    ['offset 2, odd length', utf8('ab'), 2, 7],
    ['offset 3, overlap', utf8('abc'), 3, 20],
    ['offset 7, overlap', utf8('1234567'), 7, 50],
    ['offset equal to length', utf8('0123456789'), 10, 10],
    ['offset into the middle', utf8('0123456789'), 5, 4],
    ['15 literals', seeded('literals', 15), 4, 9],
    ['270 literals', seeded('literals', 270), 256, 30],
    ['offset 65535', repeat(Uint8Array.of(7), 65_535), 65_535, 40],
  ];
  const rows = cases.map(([name, literals, offset, length]) => {
    const block = concat(lz4Sequence(literals, offset, length), lz4Literals(tail));
    return accepted(name, concat(copied(literals, offset, length), tail), wrap(block));
    function wrap(data: Uint8Array): Uint8Array {
      const value = concat(copied(literals, offset, length), tail);
      return encodeEnvelope(bin(data), checksum(value), value.length);
    }
  });
  const none = new Uint8Array(0);
  const twice = copied(copied(utf8('abcdefgh'), 8, 12), 20, 20);
  const chained = concat(
    lz4Sequence(utf8('abcdefgh'), 8, 12),
    lz4Sequence(none, 20, 20),
    lz4Literals(tail),
  );
  const value = concat(twice, tail);
  return [
    ...rows,
    accepted(
      'match after match, no literals between',
      value,
      encodeEnvelope(bin(chained), checksum(value), value.length),
    ),
    accepted(
      'match, in the legacy form',
      value,
      encodeEnvelope(intArray(chained), checksum(value), value.length),
    ),
  ];
}

function copied(start: Uint8Array, offset: number, length: number): Uint8Array {
  const out = [...start];
  for (let i = 0; i < length; i++) out.push(out[out.length - offset] ?? 0);
  return Uint8Array.from(out);
}

/** Longer headers than a writer may use. */
function widths(): readonly VectorRow[] {
  const value = utf8('hello, widths!!!');
  const block = lz4Literals(value);
  const sum = checksum(value);
  const size = value.length;
  const name = concat(fromHex('a7'), utf8('msgpack'));
  const parts = (
    header: string,
    element0: Uint8Array,
    element1: Uint8Array,
    element2: Uint8Array,
    element3: Uint8Array,
  ): Uint8Array => concat(fromHex(header), element0, element1, element2, element3);
  const wide = (numbers: Uint8Array, marker: number, width: number): Uint8Array =>
    concat(...[...numbers].map((n) => concat(Uint8Array.of(marker), bigEndian(n, width))));
  const count = (n: number): string => n.toString(16).padStart(4, '0');
  const cases: Readonly<Record<string, Uint8Array>> = {
    'outer array16': parts('dc0004', bin(block), intArray(sum), uint(size), name),
    'outer array32': parts('dd00000004', bin(block), intArray(sum), uint(size), name),
    'block as bin16': parts(
      '94',
      concat(fromHex(`c5${count(block.length)}`), block),
      intArray(sum),
      uint(size),
      name,
    ),
    'block as bin32': parts(
      '94',
      concat(fromHex(`c60000${count(block.length)}`), block),
      intArray(sum),
      uint(size),
      name,
    ),
    'legacy block as array32': parts(
      '94',
      concat(fromHex(`dd0000${count(block.length)}`), intArray(block).subarray(3)),
      intArray(sum),
      uint(size),
      name,
    ),
    'legacy elements as uint8': parts(
      '94',
      concat(fromHex(`dc${count(block.length)}`), wide(block, 0xcc, 1)),
      intArray(sum),
      uint(size),
      name,
    ),
    'legacy elements as uint16': parts(
      '94',
      concat(fromHex(`dc${count(block.length)}`), wide(block, 0xcd, 2)),
      intArray(sum),
      uint(size),
      name,
    ),
    'legacy elements as uint64': parts(
      '94',
      concat(fromHex(`dc${count(block.length)}`), wide(block, 0xcf, 8)),
      intArray(sum),
      uint(size),
      name,
    ),
    'checksum as array16': parts(
      '94',
      bin(block),
      concat(fromHex('dc0008'), intArray(sum).subarray(1)),
      uint(size),
      name,
    ),
    'checksum as array32': parts(
      '94',
      bin(block),
      concat(fromHex('dd00000008'), intArray(sum).subarray(1)),
      uint(size),
      name,
    ),
    'checksum elements as uint8': parts(
      '94',
      bin(block),
      concat(fromHex('98'), wide(sum, 0xcc, 1)),
      uint(size),
      name,
    ),
    'checksum elements as uint32': parts(
      '94',
      bin(block),
      concat(fromHex('98'), wide(sum, 0xce, 4)),
      uint(size),
      name,
    ),
    'size as uint8': parts('94', bin(block), intArray(sum), fromHex('cc10'), name),
    'size as uint16': parts('94', bin(block), intArray(sum), fromHex('cd0010'), name),
    'size as uint32': parts('94', bin(block), intArray(sum), fromHex('ce00000010'), name),
    'size as uint64': parts('94', bin(block), intArray(sum), fromHex('cf0000000000000010'), name),
    'format as str8': parts(
      '94',
      bin(block),
      intArray(sum),
      uint(size),
      concat(fromHex('d907'), utf8('msgpack')),
    ),
    'format as str16': parts(
      '94',
      bin(block),
      intArray(sum),
      uint(size),
      concat(fromHex('da0007'), utf8('msgpack')),
    ),
    'format as str32': parts(
      '94',
      bin(block),
      intArray(sum),
      uint(size),
      concat(fromHex('db00000007'), utf8('msgpack')),
    ),
  };
  return Object.entries(cases).map(([label, envelope]) => accepted(label, value, envelope));
}
