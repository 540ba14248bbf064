/** Headers of MessagePack in their shortest forms (PROTOCOL §7.3a). */
import { bigEndian, concat } from './bytes.ts';

/** First markers of the short form, then of 8, 16 and 32-bit lengths; where a form lacks, null. */
const headers = {
  array: [0x90, 16, null, 0xdc, 0xdd],
  map: [0x80, 16, null, 0xde, 0xdf],
  str: [0xa0, 32, 0xd9, 0xda, 0xdb],
  bin: [0, 0, 0xc4, 0xc5, 0xc6],
} as const;

export function header(kind: keyof typeof headers, length: number): Uint8Array {
  const [short, shortEnd, wide8, wide16, wide32] = headers[kind];
  if (length < shortEnd) return Uint8Array.of(short + length);
  if (wide8 !== null && length < 0x100) return Uint8Array.of(wide8, length);
  return length < 0x10000
    ? concat(Uint8Array.of(wide16), bigEndian(length, 2))
    : concat(Uint8Array.of(wide32), bigEndian(length, 4));
}
