import { concat, fromHex, utf8 } from '../bytes.ts';
import { bin, intArray, packEnvelope, uint } from '../envelope-pack.ts';
import { unpackEnvelope } from '../envelope-unpack.ts';
import { lz4Literals, lz4Sequence } from '../lz4-pack.ts';
import type { ErrorKind } from '../protocol-error.ts';
import { checksum } from '../xxh3.ts';
import { spell } from './pieces.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

const value = utf8('hello, refusals!');
const block = lz4Literals(value);
const sum = checksum(value);
const size = value.length;

type Field = 'header' | 'data' | 'sum' | 'size' | 'format' | 'tail';

const good: Readonly<Record<Field, Uint8Array>> = {
  header: fromHex('94'),
  data: bin(block),
  sum: intArray(sum),
  size: uint(size),
  format: concat(fromHex('a7'), utf8('msgpack')),
  tail: new Uint8Array(0),
};

type Parts = Partial<Record<Field, Uint8Array>>;

export function envelopeRefusalVectors(): VectorFile {
  return {
    name: 'envelope-refusals.json',
    about:
      'Envelopes that no reader accepts, in the order of the checks (PROTOCOL 3.4), with the error.',
    groups: {
      bounds: bounds(),
      typed_decode: typedDecode(),
      limits: limits(),
      decompression: decompression(),
      checksum: checksums(),
    },
  };
}

function made(parts: Parts): Uint8Array {
  const all = { ...good, ...parts };
  return concat(all.header, all.data, all.sum, all.size, all.format, all.tail);
}

function refused(
  name: string,
  error: ErrorKind,
  envelope: Parts | Uint8Array,
  maxValueBytes = 536_870_912,
): VectorRow {
  const bytes = envelope instanceof Uint8Array ? envelope : made(envelope);
  return {
    name,
    envelope: spell(bytes),
    max_value_bytes: maxValueBytes,
    error: refusal(name, error, () => unpackEnvelope(bytes, maxValueBytes)),
  };
}

/** Step 2, the pre-scan. */
function bounds(): readonly VectorRow[] {
  const whole = made({});
  const deep = concat(fromHex('91'.repeat(101)), fromHex('c0'));
  return [
    refused('no bytes', 'kBoundsIncomplete', new Uint8Array(0)),
    refused('header alone', 'kBoundsSlots', whole.subarray(0, 1)),
    refused('last byte missing', 'kBoundsIncomplete', whole.subarray(0, -1)),
    refused('format missing', 'kBoundsIncomplete', whole.subarray(0, -8)),
    refused('cut inside the block', 'kBoundsSlots', whole.subarray(0, 10)),
    refused('trailing nil', 'kBoundsTrailing', { tail: fromHex('c0') }),
    refused('trailing second envelope', 'kBoundsTrailing', { tail: whole }),
    refused('block declares all that follows', 'kBoundsSlots', {
      data: concat(Uint8Array.of(0xc4, whole.length - 4), block),
    }),
    refused('block of 4 GiB', 'kBoundsSlots', { data: concat(fromHex('c6ffffffff'), block) }),
    refused('legacy block of 4 Gi elements', 'kBoundsSlots', { data: fromHex('ddffffffff') }),
    refused('checksum of 4 Gi elements', 'kBoundsSlots', { sum: fromHex('ddffffffff') }),
    refused('format of 64 KiB', 'kBoundsSlots', { format: fromHex('daffff') }),
    refused('the reserved byte as size', 'kBoundsInvalidByte', { size: fromHex('c1') }),
    refused('a block nested 101 deep', 'kBoundsDepth', { data: deep }),
  ];
}

/** Step 2, the shape. */
function typedDecode(): readonly VectorRow[] {
  const bad = 'kEnvelopeMalformed';
  const element = (marker: string): Uint8Array =>
    concat(fromHex('dc0012'), fromHex(marker), intArray(block).subarray(5));
  const sumWith = (replacement: string): Uint8Array =>
    concat(fromHex('98'), fromHex(replacement), intArray(sum.subarray(1)).subarray(1));
  const noBytes = new Uint8Array(0);
  return [
    refused('nil', bad, fromHex('c0')),
    refused('a Python frame', 'kBoundsTrailing', fromHex('434b03000000027b7d')),
    refused('a plain map', bad, fromHex('81a16101')),
    refused('a plain string', bad, fromHex('a161')),
    refused('a map of two pairs', bad, { header: fromHex('82') }),
    refused('three elements', bad, { header: fromHex('93'), format: noBytes }),
    refused('five elements', bad, { header: fromHex('95'), tail: fromHex('c0') }),
    refused('no elements', bad, fromHex('90')),
    refused('block as str', bad, { data: concat(fromHex('b2'), block) }),
    refused('block as ext', bad, { data: concat(fromHex('c71205'), block) }),
    refused('block as nil', bad, { data: fromHex('c0') }),
    refused('block as a number', bad, { data: fromHex('05') }),
    refused('block as a map', bad, { data: fromHex('80') }),
    refused('legacy element 256', bad, { data: element('cd0100') }),
    refused('legacy element 360', bad, { data: element('cd0168') }),
    refused('legacy element 2^32', bad, { data: element('cf0000000100000000') }),
    refused('legacy element -1', bad, { data: element('ff') }),
    refused('legacy element nil', bad, { data: element('c0') }),
    refused('legacy element float', bad, { data: element('cb3ff0000000000000') }),
    refused('legacy element true', bad, { data: element('c3') }),
    refused('legacy element array', bad, { data: element('90') }),
    refused('checksum of seven', bad, { sum: intArray(sum.subarray(1)) }),
    refused('checksum of nine', bad, { sum: intArray(concat(sum, fromHex('00'))) }),
    refused('checksum of none', bad, { sum: fromHex('90') }),
    refused('checksum as bin', bad, { sum: bin(sum) }),
    refused('checksum as str', bad, { sum: concat(fromHex('a8'), utf8('checksum')) }),
    refused('checksum as nil', bad, { sum: fromHex('c0') }),
    refused('checksum as a number', bad, { sum: fromHex('cf0102030405060708') }),
    refused('checksum element 256', bad, { sum: sumWith('cd0100') }),
    refused('checksum element -1', bad, { sum: sumWith('ff') }),
    refused('checksum element nil', bad, { sum: sumWith('c0') }),
    refused('checksum element int8', bad, { sum: sumWith('d001') }),
    refused('size -1', bad, { size: fromHex('ff') }),
    refused('size -129', bad, { size: fromHex('d1ff7f') }),
    refused('size as int8', bad, { size: fromHex('d010') }),
    refused('size as int64', bad, { size: fromHex('d30000000000000010') }),
    refused('size as float64', bad, { size: fromHex('cb4030000000000000') }),
    refused('size as float32', bad, { size: fromHex('ca41800000') }),
    refused('size as str', bad, { size: fromHex('a23136') }),
    refused('size as nil', bad, { size: fromHex('c0') }),
    refused('size as bin', bad, { size: fromHex('c40110') }),
    refused('size as array', bad, { size: fromHex('9110') }),
    refused('format as a number', bad, { format: fromHex('07') }),
    refused('format as nil', bad, { format: fromHex('c0') }),
    refused('format arrow', bad, { format: concat(fromHex('a5'), utf8('arrow')) }),
    refused('format MSGPACK', bad, { format: concat(fromHex('a7'), utf8('MSGPACK')) }),
    refused('format empty', bad, { format: fromHex('a0') }),
    refused('elements in another order', bad, { data: good.sum, sum: good.data }),
  ];
}

/** Steps 4 and 5, then the caller's own limit. Blocks are no valid LZ4: nothing may look at them. */
function limits(): readonly VectorRow[] {
  const cap = 'kEnvelopeSizeCap';
  const empty = 'kEnvelopeEmptyData';
  const ratio = 'kEnvelopeRatioCap';
  const junk = (bytes: number): Uint8Array => bin(new Uint8Array(bytes).fill(0xff));
  return [
    { ...refused('size 512 MiB + 1', cap, { size: uint(536_870_913) }), peak_below: 536_870_913 },
    refused('size 2^32 + 16', cap, { size: uint(0x1_0000_0010n) }),
    refused('size 2^53 + 16', cap, { size: uint(0x20_0000_0000_0010n) }),
    refused('size 2^63 + 16', cap, { size: uint(0x8000_0000_0000_0010n) }),
    refused('size 2^64 - 1', cap, { size: uint(0xffff_ffff_ffff_ffffn) }),
    refused('size over the cap before the empty block', cap, {
      data: fromHex('c400'),
      size: uint(536_870_913),
    }),
    refused('size over the cap before the ratio', cap, {
      data: junk(1000),
      size: uint(536_870_913),
    }),
    refused('size over the cap before the caller limit', cap, { size: uint(536_870_913) }, 10),
    refused('size of the cap, ratio exceeded', ratio, {
      data: junk(1000),
      size: uint(536_870_912),
    }),
    refused('empty block, size 0', empty, { data: fromHex('c400'), size: fromHex('00') }),
    refused('empty block, size 16', empty, { data: fromHex('c400') }),
    refused('empty block before the caller limit', empty, { data: fromHex('c400') }, 10),
    refused('empty legacy block', empty, { data: fromHex('90') }),
    refused('empty legacy block, wide header', empty, { data: fromHex('dd00000000') }),
    refused('1 to 1001', ratio, { data: junk(1), size: uint(1001) }),
    {
      ...refused('1000 to 1000001', ratio, { data: junk(1000), size: uint(1_000_001) }),
      peak_below: 1_000_001,
    },
    refused('1 to 1001, legacy', ratio, { data: fromHex('91ccff'), size: uint(1001) }),
    refused('32768 to 32768001, lost in float32', ratio, {
      data: junk(32_768),
      size: uint(32_768_001),
    }),
    refused('ratio before the caller limit', ratio, { data: junk(1), size: uint(1001) }, 10),
    refused('a byte above the caller limit', 'kValueTooLarge', {}, size - 1),
    refused('caller limit 0', 'kValueTooLarge', {}, 0),
    refused('caller limit before the block', 'kValueTooLarge', { data: junk(1000) }, size - 1),
    refused(
      'caller limit before the checksum',
      'kValueTooLarge',
      { sum: intArray(new Uint8Array(8)) },
      size - 1,
    ),
    refused('1 to 1000 passes, then the block', 'kDecompressionFailed', {
      data: junk(1000),
      size: uint(1_000_000),
    }),
  ];
}

/** Steps 6 and 9. */
function decompression(): readonly VectorRow[] {
  const bad = 'kDecompressionFailed';
  const zeros = new Uint8Array(size);
  const blockOf = (text: string): Parts => ({ data: bin(fromHex(text)) });
  const matchFirst = concat(fromHex('070100'), lz4Literals(utf8('12345')));
  const zeroOffset = concat(fromHex('17000000'), lz4Literals(utf8('\0\0\0\0')));
  return [
    refused('literal length without its extension', bad, blockOf('f0')),
    refused('extension that never ends', bad, blockOf(`f0${'ff'.repeat(20)}`)),
    refused('fewer literals than declared', bad, blockOf('5061626364')),
    refused('offset cut', bad, blockOf('106101')),
    refused('match without its extension', bad, blockOf('1f610100')),
    refused('match extension that never ends', bad, blockOf(`1f610100${'ff'.repeat(12)}`)),
    refused('offset before the start', bad, blockOf('16610200506263646566')),
    refused('offset far before the start', bad, blockOf('1661ffff506263646566')),
    refused('match before any literal', bad, { data: bin(matchFirst) }),
    refused('offset 0, checksum of zeros', bad, {
      data: bin(zeroOffset),
      sum: intArray(checksum(zeros)),
    }),
    refused('a frame, not a block', bad, blockOf('04224d186040')),
    refused('a byte too few', 'kLengthMismatch', { size: uint(size + 1) }),
    refused('a byte too many', 'kLengthMismatch', { size: uint(size - 1) }),
    refused('size 0 for 16 bytes', 'kLengthMismatch', { size: uint(0) }),
    refused('16 bytes for an empty block', 'kLengthMismatch', { data: bin(fromHex('00')) }),
    refused('one byte, twice the size, 1000 to 1', 'kLengthMismatch', {
      data: bin(fromHex('1041')),
      size: uint(2000),
    }),
    refused('length before checksum', 'kLengthMismatch', {
      size: uint(size + 1),
      sum: intArray(new Uint8Array(8)),
    }),
    refused('legacy, a byte too few', 'kLengthMismatch', { data: intArray(block), size: uint(17) }),
    refused('a match of other length', 'kLengthMismatch', {
      data: bin(concat(lz4Sequence(utf8('a'), 1, 20), lz4Literals(utf8('the end, long enough')))),
    }),
  ];
}

/** Step 8. */
function checksums(): readonly VectorRow[] {
  const bad = 'kChecksumMismatch';
  const flipped = (at: number): Parts => ({
    sum: intArray(sum.map((byte, i) => (i === at ? byte ^ 0x01 : byte))),
  });
  const other = packEnvelope(utf8('hello, refusals?'));
  return [
    ...Array.from({ length: 8 }, (_, at) => refused(`byte ${at} changed`, bad, flipped(at))),
    refused('little-endian', bad, { sum: intArray(sum.slice().reverse()) }),
    refused('all zeros', bad, { sum: intArray(new Uint8Array(8)) }),
    refused('of the compressed block', bad, { sum: intArray(checksum(block)) }),
    refused('of another value', bad, { data: other.subarray(1, 1 + bin(block).length) }),
    refused('a changed literal', bad, {
      data: bin(block.map((byte, i) => (i === 5 ? byte ^ 0x20 : byte))),
    }),
    refused('legacy, last byte changed', bad, { data: intArray(block), ...flipped(7) }),
  ];
}
