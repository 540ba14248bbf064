/** The typed decode of an envelope that passed the pre-scan (PROTOCOL §3.4 step 2). */
import { byteAt, readBigEndian } from './bytes.ts';
import { type ErrorKind, refuse } from './protocol-error.ts';

export interface EnvelopeFields {
  readonly block: Uint8Array;
  readonly checksum: Uint8Array;
  /** At its full width on the wire: never rounded, never cut to 32 bits. */
  readonly originalSize: bigint;
}

export function readFields(envelope: Uint8Array): EnvelopeFields {
  const reader = new FieldReader(envelope);
  if (reader.arrayLength() !== 4) refuse('kEnvelopeMalformed');
  const block = reader.isArray() ? reader.byteArray() : reader.bin();
  const checksum = reader.byteArray();
  if (checksum.length !== 8) refuse('kEnvelopeMalformed');
  const originalSize = reader.uint();
  if (reader.text() !== 'msgpack') refuse('kEnvelopeMalformed');
  return { block, checksum, originalSize };
}

/** Takes any width of a header, but only the families that the fields allow. */
export class FieldReader {
  #at = 0;
  readonly #bytes: Uint8Array;
  readonly #malformed: ErrorKind;

  /** @param malformed the refusal of a field of another family */
  constructor(bytes: Uint8Array, malformed: ErrorKind = 'kEnvelopeMalformed') {
    this.#bytes = bytes;
    this.#malformed = malformed;
  }

  isArray(): boolean {
    const marker = byteAt(this.#bytes, this.#at);
    return (marker & 0xf0) === 0x90 || marker === 0xdc || marker === 0xdd;
  }

  arrayLength(): number {
    const marker = this.#marker();
    if ((marker & 0xf0) === 0x90) return marker & 15;
    return this.#sized(marker, 0xdc, [2, 4]);
  }

  byteArray(): Uint8Array {
    const numbers = Array.from({ length: this.arrayLength() }, () => this.uint());
    if (numbers.some((number) => number > 255n)) refuse(this.#malformed);
    return Uint8Array.from(numbers, Number);
  }

  bin(): Uint8Array {
    return this.#take(this.#sized(this.#marker(), 0xc4, [1, 2, 4]));
  }

  text(): string {
    const marker = this.#marker();
    const size = (marker & 0xe0) === 0xa0 ? marker & 31 : this.#sized(marker, 0xd9, [1, 2, 4]);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#take(size));
  }

  uint(): bigint {
    const marker = this.#marker();
    if (marker < 0x80) return BigInt(marker);
    if (marker < 0xcc || marker > 0xcf) refuse(this.#malformed);
    return this.#number(1 << (marker - 0xcc));
  }

  #marker(): number {
    return byteAt(this.#bytes, this.#at++);
  }

  /** The length behind one of the consecutive markers from `first` on, of these widths. */
  #sized(marker: number, first: number, widths: readonly number[]): number {
    const width = widths[marker - first] ?? refuse(this.#malformed);
    return Number(this.#number(width));
  }

  #number(width: number): bigint {
    const value = readBigEndian(this.#bytes, this.#at, width);
    this.#at += width;
    return value;
  }

  #take(size: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + size);
    this.#at += size;
    return taken;
  }
}
