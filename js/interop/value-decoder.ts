import { refuseDepth, scanBounds } from '../codec/bounds-scan.ts';
import { Input } from '../codec/input.ts';
import { isIsoDate, isIsoTime, parseInstant } from '../codec/iso.ts';
import { copyBytes } from '../codec/key-strings.ts';
import { PlainDate, PlainTime } from '../codec/plain-temporal.ts';
import { readScalar } from '../codec/read-scalar.ts';
import { readString } from '../codec/read-string.ts';
import { DATE, DATETIME, TIME, VALUE_KEY } from '../codec/sentinel-names.ts';
import { setProperty } from '../codec/set-property.ts';
import { SerializationError, ValueTooLargeError } from '../errors.ts';
import { MAX_DECODED_BYTES, MAX_ENTRIES, MAX_VALUE_DEPTH } from './limits.ts';
import { InteropExtension } from './markers.ts';

/**
 * Reads one document of any CacheKit writer, canonical or not (IOP-18): every width, keys in any order,
 * float32, extensions, keys that are no text (which make a Map). Nothing may follow it (IOP-19).
 */
export class InteropDecoder {
  readonly #in = new Input();

  /** @throws {SerializationError} for what is no document; {ValueTooLargeError} above a limit */
  decode(document: Uint8Array): unknown {
    if (!(document instanceof Uint8Array)) {
      throw new SerializationError('Only a Uint8Array can be decoded');
    }
    if (document.length > MAX_DECODED_BYTES) {
      throw new ValueTooLargeError(`Interop mode reads at most ${MAX_DECODED_BYTES} bytes`);
    }
    // "CK", which is no document: the number 67 and more.
    if (document[0] === 0x43 && document[1] === 0x4b) {
      throw new SerializationError(
        'The entry is one of cachekit-py in auto mode; use interop mode there, too',
      );
    }
    try {
      this.#in.start(document);
      const value = this.#read(0);
      this.#in.expectEnd();
      return value;
    } catch (error) {
      // A fault of structure is the one to report where there is another, too.
      scanBounds(this.#in, document, MAX_VALUE_DEPTH);
      throw error;
    } finally {
      this.#in.release();
    }
  }

  #read(depth: number): unknown {
    const input = this.#in;
    const marker = input.byte();
    if (marker < 0x80) return marker;
    if (marker < 0x90) return this.#map(marker & 0x0f, depth);
    if (marker < 0xa0) return this.#array(marker & 0x0f, depth);
    if (marker < 0xc0) return this.#string(marker & 0x1f);
    if (marker >= 0xe0) return marker - 0x100;
    switch (marker) {
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.#binary(this.#size(marker - 0xc4));
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#extension(this.#size(marker - 0xc7));
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#fixedExtension(1 << (marker - 0xd4));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#string(this.#size(marker - 0xd9));
      case 0xdc:
      case 0xdd:
        return this.#array(this.#size(marker - 0xdb), depth);
      case 0xde:
      case 0xdf:
        return this.#map(this.#size(marker - 0xdd), depth);
      default:
        return readScalar(input, marker);
    }
  }

  /** A size of 8, 16 or 32 bits. */
  #size(width: number): number {
    if (width === 0) return this.#in.byte();
    return width === 1 ? this.#in.uint16() : this.#in.uint32();
  }

  #string(size: number): string {
    const start = this.#in.skip(size);
    return readString(this.#in.bytes, start, size);
  }

  #binary(size: number): Uint8Array {
    const start = this.#in.skip(size);
    return copyBytes(this.#in.bytes, start, size);
  }

  #extension(size: number): InteropExtension {
    const type = this.#type();
    return new InteropExtension(type, this.#binary(size));
  }

  /** Its size is in the marker: it declares no slots. */
  #fixedExtension(size: number): InteropExtension {
    const type = this.#type();
    const start = this.#in.skipFixed(size);
    return new InteropExtension(type, copyBytes(this.#in.bytes, start, size));
  }

  #type(): number {
    return (this.#in.byte() << 24) >> 24;
  }

  /** Checked before anything is made for the container. */
  #enter(count: number, slots: number, depth: number): void {
    this.#in.claim(slots);
    if (depth >= MAX_VALUE_DEPTH) refuseDepth(MAX_VALUE_DEPTH);
    if (count > MAX_ENTRIES) {
      throw new ValueTooLargeError(
        `Interop mode reads at most ${MAX_ENTRIES} entries of a collection`,
      );
    }
  }

  #array(count: number, depth: number): unknown[] {
    this.#enter(count, count, depth);
    const items: unknown[] = [];
    for (let i = 0; i < count; i++) items.push(this.#read(depth + 1));
    return items;
  }

  /** Of two equal keys the last one wins, as in JSON. */
  #map(count: number, depth: number): unknown {
    this.#enter(count, 2 * count, depth);
    const entries: [unknown, unknown][] = [];
    for (let i = 0; i < count; i++) entries.push([this.#read(depth + 1), this.#read(depth + 1)]);
    const record: Record<string, unknown> = {};
    for (const [name, value] of entries) {
      if (typeof name !== 'string') return new Map(entries);
      if (name in Object.prototype) setProperty(record, name, value);
      else record[name] = value;
    }
    return revive(record) ?? record;
  }
}

/** What a temporal sentinel stands for; `null` for every other map, which stays what it is. */
function revive(record: Readonly<Record<string, unknown>>): Date | PlainDate | PlainTime | null {
  const text = record[VALUE_KEY];
  if (typeof text !== 'string' || Object.keys(record).length !== 2) return null;
  if (record[DATETIME] === true) {
    const ms = parseInstant(text);
    return Number.isNaN(ms) ? null : new Date(ms);
  }
  if (record[DATE] === true) return isIsoDate(text) ? new PlainDate(text) : null;
  return record[TIME] === true && isIsoTime(text) ? new PlainTime(text) : null;
}
