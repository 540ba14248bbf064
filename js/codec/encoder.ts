/** Values to MessagePack in one pass: limits are checked as the bytes are written. */
import { CachekitError, SerializationError, ValueTooLargeError } from '../errors.ts';
import { type EncodedName, EncodedNames } from './encoded-names.ts';
import type { CodecLimits } from './limits.ts';
import { Output } from './output.ts';
import { hasProperties, isPlainArray, isRecord, refuseSymbols } from './plain-object.ts';
import { looksLikeSentinel } from './sentinel-names.ts';
import type { ValueWriter } from './value-writer.ts';
import { writeEscapedObject } from './write-collection.ts';
import {
  closeMap,
  FALSE,
  NIL,
  TRUE,
  writeArrayHeader,
  writeByte,
  writeNumber,
} from './write-scalar.ts';
import { writeBigInt, writeSpecial } from './write-special.ts';
import { writeString } from './write-string.ts';

export class Encoder implements ValueWriter {
  readonly out: Output;
  readonly #names = new EncodedNames();
  readonly #maxDepth: number;
  readonly #maxCollectionSize: number;
  // Not `#private`, of which a write is a call until the last of V8's compilers has come to it.
  /** Whether a plain object may have more enumerable properties than its own. */
  private inherits = false;
  private busy = false;

  constructor(limits: CodecLimits) {
    this.out = new Output(limits.maxEncodedSize);
    this.#maxDepth = limits.maxDepth;
    this.#maxCollectionSize = limits.maxCollectionSize;
  }

  encode(value: unknown): Uint8Array {
    // A proxy can call back into the codec; a second value would overwrite the first one's bytes.
    if (this.busy) throw new SerializationError('A value must not encode another while it is read');
    this.busy = true;
    try {
      this.out.restart();
      this.inherits = hasProperties(Object.prototype);
      this.write(value, 0);
      return this.out.finish();
    } catch (error) {
      if (error instanceof CachekitError) throw error;
      // Foreign error texts may quote the value, so neither text nor cause goes on.
      throw new SerializationError('Reading the value threw; store plain data without proxies');
    } finally {
      this.busy = false;
    }
  }

  wipe(): void {
    this.out.wipe();
    this.#names.clear();
  }

  /** Comparisons, not a `switch`: V8 checks a `typeof` beside its text without making the text. */
  write(value: unknown, depth: number): void {
    if (typeof value === 'string') writeString(this.out, value);
    else if (typeof value === 'number') writeNumber(this.out, value);
    else if (typeof value === 'boolean') writeByte(this.out, value ? TRUE : FALSE);
    else if (value === null || value === undefined) writeByte(this.out, NIL);
    else if (typeof value === 'object') this.#writeObject(value, depth);
    else if (typeof value === 'bigint') writeBigInt(this, value, depth);
    else {
      throw new SerializationError(`A ${typeof value} cannot be stored; store plain data instead`);
    }
  }

  enter(depth: number): void {
    if (depth >= this.#maxDepth) {
      throw new SerializationError(
        `The value is nested deeper than serializer.maxDepth (${this.#maxDepth} levels) or contains a cycle`,
      );
    }
  }

  checkCount(count: number): void {
    if (count > this.#maxCollectionSize) {
      throw new ValueTooLargeError(
        `A collection has more than serializer.maxCollectionSize (${this.#maxCollectionSize}) entries; store less or raise the limit`,
      );
    }
  }

  #writeObject(value: object, depth: number): void {
    if (Array.isArray(value)) this.#writeArray(value, depth);
    else if (isRecord(value)) this.#writeRecord(value, depth);
    else writeSpecial(this, value, depth);
  }

  #writeArray(items: readonly unknown[], depth: number): void {
    this.enter(depth);
    const count = items.length;
    this.checkCount(count);
    refuseSymbols(items);
    if (!isPlainArray(items)) {
      throw new SerializationError('An instance of a subclass of Array cannot be stored');
    }
    writeArrayHeader(this.out, count);
    for (let i = 0; i < count; i++) this.write(items[i], depth + 1);
  }

  /**
   * A `for…in` over the object itself is what V8 reads fastest: names and values come by position, not
   * by search. A getter is read once, as any property.
   */
  #writeRecord(record: Readonly<Record<string, unknown>>, depth: number): void {
    this.enter(depth);
    refuseSymbols(record);
    const out = this.out;
    const start = out.pos;
    out.reserve(1);
    out.pos = start + 1;
    const last = this.#names.lastAt(depth);
    let count = 0;
    for (const name in record) {
      if (this.inherits && !Object.hasOwn(record, name)) continue;
      const value = record[name];
      let known = last[count];
      if (known === undefined || known.name !== name) known = this.#names.find(name, depth, count);
      this.checkCount(++count);
      // Asked before the first value of such an object is written: writing it twice, once escaped,
      // would double the work with each level of nesting.
      if (known.reserved && count === 1 && looksLikeSentinel(record)) {
        out.pos = start;
        writeEscapedObject(this, record, depth);
        return;
      }
      writeEncoded(out, known);
      this.write(value, depth + 1);
    }
    closeMap(out, start, count);
  }
}

/** Eight bytes a step; what is written past the end is written over by what follows. */
function writeEncoded(out: Output, { head, rest, size }: EncodedName): void {
  out.reserve(size + 7);
  const { view, pos } = out;
  view.setFloat64(pos, head, true);
  if (size > 8) {
    for (let i = 0; i < rest.length; i++) view.setFloat64(pos + 8 + 8 * i, rest[i] ?? 0, true);
  }
  out.pos = pos + size;
}
