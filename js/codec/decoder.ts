/** MessagePack to values: one walk that keeps the bounds of PROTOCOL §8 and the codec's limits. */
import { SerializationError, ValueTooLargeError } from '../errors.ts';
import { refuseDepth, scanBounds } from './bounds-scan.ts';
import { buildRecord, defineRecord } from './build-record.ts';
import { Input } from './input.ts';
import { copyBytes, KeyStrings, type PropertyName } from './key-strings.ts';
import type { CodecLimits } from './limits.ts';
import { readScalar } from './read-scalar.ts';
import { readString } from './read-string.ts';
import { revive } from './revive.ts';

/** Places for properties that stay after a large value. */
const MOST_KEPT = 1024;

export class Decoder {
  readonly #in: Input;
  readonly #names = new KeyStrings();
  readonly #limits: CodecLimits;
  /** Of the records that are being read, outer before inner; only the first `top` count. */
  readonly #keys: string[] = [];
  readonly #values: unknown[] = [];
  private top = 0;

  /** @param keepsMemory of the last small document until `wipe`, which makes the next one cheaper */
  constructor(limits: CodecLimits, keepsMemory = false) {
    this.#limits = limits;
    this.#in = new Input(keepsMemory);
  }

  decode(document: Uint8Array): unknown {
    if (!(document instanceof Uint8Array)) {
      throw new SerializationError('Only a Uint8Array can be decoded');
    }
    if (document.length > this.#limits.maxDecodedSize) {
      throw new ValueTooLargeError(
        `The stored value exceeds serializer.maxDecodedSize (${this.#limits.maxDecodedSize} bytes)`,
      );
    }
    try {
      this.#in.start(document);
      const value = this.#read(0);
      this.#in.expectEnd();
      return value;
    } catch (error) {
      this.#forget();
      scanBounds(this.#in, document, this.#limits.maxDepth);
      throw error;
    } finally {
      this.#in.release();
      if (this.#values.length > MOST_KEPT) this.#forget();
    }
  }

  wipe(): void {
    this.#names.clear();
    this.#in.wipe();
    this.#forget();
  }

  #forget(): void {
    this.#keys.length = 0;
    this.#values.length = 0;
    this.top = 0;
  }

  #read(depth: number): unknown {
    const marker = this.#in.byte();
    if (marker < 0x80) return marker;
    if (marker < 0x90) return this.#map(marker & 0x0f, depth);
    if (marker < 0xa0) return this.#array(marker & 0x0f, depth);
    if (marker < 0xc0) return this.#string(marker & 0x1f);
    if (marker >= 0xe0) return marker - 0x100;
    return this.#readMarked(marker, depth);
  }

  #readMarked(marker: number, depth: number): unknown {
    const input = this.#in;
    switch (marker) {
      case 0xc4:
        return this.#binary(input.byte());
      case 0xc5:
        return this.#binary(input.uint16());
      case 0xc6:
        return this.#binary(input.uint32());
      case 0xd9:
        return this.#string(input.byte());
      case 0xda:
        return this.#string(input.uint16());
      case 0xdb:
        return this.#string(input.uint32());
      case 0xdc:
        return this.#array(input.uint16(), depth);
      case 0xdd:
        return this.#array(input.uint32(), depth);
      case 0xde:
        return this.#map(input.uint16(), depth);
      case 0xdf:
        return this.#map(input.uint32(), depth);
      default:
        return readScalar(input, marker);
    }
  }

  #string(size: number): string {
    const start = this.#in.skip(size);
    return readString(this.#in.bytes, start, size);
  }

  #binary(size: number): Uint8Array {
    const start = this.#in.skip(size);
    return copyBytes(this.#in.bytes, start, size);
  }

  /** Checked before anything is made for the container. */
  #enter(count: number, slots: number, depth: number): void {
    this.#in.claim(slots);
    if (depth >= this.#limits.maxDepth) {
      refuseDepth(this.#limits.maxDepth);
    }
    if (count > this.#limits.maxCollectionSize) {
      throw new ValueTooLargeError(
        `A stored collection has more than serializer.maxCollectionSize (${this.#limits.maxCollectionSize}) entries`,
      );
    }
  }

  #array(count: number, depth: number): unknown[] {
    this.#enter(count, count, depth);
    const items: unknown[] = [];
    for (let i = 0; i < count; i++) items.push(this.#read(depth + 1));
    return items;
  }

  /** The last of two equal keys wins, as in JSON. */
  #map(count: number, depth: number): unknown {
    this.#enter(count, 2 * count, depth);
    const input = this.#in;
    const keys = this.#keys;
    const values = this.#values;
    const last = this.#names.lastAt(depth);
    const base = this.top;
    let special = false;
    for (let i = 0; i < count; i++) {
      let name = last[i];
      if (name !== undefined && input.takeIf(name.words, name.encodedSize, name.lastMask)) {
        input.claim(name.size);
      } else {
        name = this.#name(depth, i);
      }
      keys[base + i] = name.text;
      this.top = base + i + 1;
      values[base + i] = this.#read(depth + 1);
      if (name.special) special = true;
    }
    const record = special ? this.#special(base, count) : buildRecord(keys, values, base, count);
    // What was read is the caller's alone.
    for (let i = base; i < base + count; i++) values[i] = undefined;
    this.top = base;
    return record;
  }

  /** A sentinel, or an object with a name that `Object.prototype` has, too. */
  #special(base: number, count: number): unknown {
    const record = defineRecord(this.#keys, this.#values, base, count);
    return count === 2 ? revive(record) : record;
  }

  #name(depth: number, position: number): PropertyName {
    const size = this.#keySize();
    return this.#names.read(this.#in.bytes, this.#in.skip(size), size, depth, position);
  }

  #keySize(): number {
    const marker = this.#in.byte();
    if (marker >= 0xa0 && marker < 0xc0) return marker & 0x1f;
    if (marker === 0xd9) return this.#in.byte();
    if (marker === 0xda) return this.#in.uint16();
    if (marker === 0xdb) return this.#in.uint32();
    throw new SerializationError('The stored MessagePack has a map key that is not a string');
  }
}
