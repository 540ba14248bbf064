/** Writing an envelope (PROTOCOL §3.1, §3.3). */
import { bigEndian, concat, utf8 } from './bytes.ts';
import { lz4Literals } from './lz4-pack.ts';
import { checksum } from './xxh3.ts';

/** The canonical envelope of `value`, its block all literals. */
export function packEnvelope(value: Uint8Array): Uint8Array {
  return encodeEnvelope(bin(lz4Literals(value)), checksum(value), value.length);
}

/** The canonical outer form around element 0, which is given encoded. */
export function encodeEnvelope(
  element0: Uint8Array,
  sum: Uint8Array,
  originalSize: bigint | number,
): Uint8Array {
  return concat(
    Uint8Array.of(0x94),
    element0,
    intArray(sum),
    uint(originalSize),
    Uint8Array.of(0xa7),
    utf8('msgpack'),
  );
}

/** Shortest bin. */
export function bin(data: Uint8Array): Uint8Array {
  const size = data.length;
  if (size <= 0xff) return concat(Uint8Array.of(0xc4, size), data);
  if (size <= 0xffff) return concat(Uint8Array.of(0xc5), bigEndian(size, 2), data);
  return concat(Uint8Array.of(0xc6), bigEndian(size, 4), data);
}

/** An array of byte-valued uints, each and the header at the shortest: the legacy element 0. */
export function intArray(data: Uint8Array): Uint8Array {
  const size = data.length;
  const header =
    size <= 15
      ? Uint8Array.of(0x90 | size)
      : size <= 0xffff
        ? concat(Uint8Array.of(0xdc), bigEndian(size, 2))
        : concat(Uint8Array.of(0xdd), bigEndian(size, 4));
  return concat(header, Uint8Array.from([...data].flatMap((b) => (b < 0x80 ? [b] : [0xcc, b]))));
}

/** Shortest unsigned integer. */
export function uint(value: bigint | number): Uint8Array {
  const number = BigInt(value);
  if (number < 0x80n) return bigEndian(number, 1);
  if (number <= 0xffn) return concat(Uint8Array.of(0xcc), bigEndian(number, 1));
  if (number <= 0xffffn) return concat(Uint8Array.of(0xcd), bigEndian(number, 2));
  if (number <= 0xffff_ffffn) return concat(Uint8Array.of(0xce), bigEndian(number, 4));
  return concat(Uint8Array.of(0xcf), bigEndian(number, 8));
}
