/** The closed data model of interop mode (PROTOCOL §7.3), as far as arguments and values share it. */
import { Output } from '../codec/output.ts';
import { isDirectInstance, isObjectPrototype } from '../codec/plain-object.ts';
import {
  closeMap,
  FALSE,
  NIL,
  TRUE,
  writeArrayHeader,
  writeBinary,
  writeByte,
  writeInt64,
  writeNumber,
} from '../codec/write-scalar.ts';
import { writeString } from '../codec/write-string.ts';
import { CachekitError, ValueTooLargeError } from '../errors.ts';
import { binaryOfView } from '../keys/binary-kind.ts';
import { MAX_ENCODED_BYTES, MAX_ENTRIES } from './limits.ts';
import { InteropDateTime, InteropFloat, InteropUuid } from './markers.ts';

const tagOf = Object.prototype.toString;
const isShown = Object.prototype.propertyIsEnumerable;
const dateTime = Date.prototype.getTime;
const setValues = Set.prototype.values;

class InteropOutput extends Output {
  override refuse(): never {
    throw new ValueTooLargeError(
      `Interop mode takes at most ${MAX_ENCODED_BYTES} encoded bytes; pass or store less`,
    );
  }
}

/** Writes in one pass. What is left open here is where arguments and values differ. */
export abstract class ModelWriter {
  readonly out: Output = new InteropOutput(MAX_ENCODED_BYTES);
  readonly #maxDepth: number;
  #busy = false;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** A view of the kept buffer, valid until the next call. */
  protected encode(write: () => void): Uint8Array {
    // A proxy can call back; its bytes would overwrite those of this call.
    if (this.#busy) this.refuse('was read while another is; pass plain data');
    this.#busy = true;
    try {
      this.out.restart();
      write();
      return this.out.finish();
    } catch (error) {
      if (error instanceof CachekitError) throw error;
      // Foreign error texts may quote what was read, so neither text nor cause goes on.
      return this.refuse('threw while it was read; pass plain data');
    } finally {
      this.#busy = false;
    }
  }

  wipe(): void {
    this.out.wipe();
  }

  /** Writes what lies inside `depth` containers. */
  write(value: unknown, depth: number): void {
    switch (typeof value) {
      case 'string':
        this.#writeText(value);
        return;
      case 'number':
        this.#writeNumber(value);
        return;
      case 'boolean':
        writeByte(this.out, value ? TRUE : FALSE);
        return;
      case 'bigint':
        this.#writeBigInt(value);
        return;
      case 'object':
        if (value === null) writeByte(this.out, NIL);
        else this.#writeObject(value, depth);
        return;
      default:
        this.refuse(`holds ${typeof value}, which other languages lack; use null or leave it out`);
    }
  }

  /** Called before the items of a container that lies inside `depth` others. */
  enter(depth: number, entries: number): void {
    if (depth >= this.#maxDepth) {
      throw new ValueTooLargeError(
        `Interop mode takes at most ${this.#maxDepth} levels of nesting and no cycles`,
      );
    }
    if (entries > MAX_ENTRIES) {
      throw new ValueTooLargeError(
        `Interop mode takes at most ${MAX_ENTRIES} entries of a collection`,
      );
    }
  }

  abstract refuse(why: string): never;
  protected abstract nameOrder(names: string[]): readonly string[];
  protected abstract writeDate(ms: number): void;
  protected abstract writeMicroseconds(value: bigint): void;
  protected abstract writeSet(values: readonly unknown[], depth: number): void;
  /** @returns false for an object that is outside of the model */
  protected abstract writeOther(value: object): boolean;

  #writeText(text: string): void {
    if (!text.isWellFormed()) {
      this.refuse(
        'holds a lone surrogate, which UTF-8 cannot carry; repair it with toWellFormed()',
      );
    }
    writeString(this.out, text);
  }

  #writeNumber(value: number): void {
    if (!Number.isFinite(value)) {
      this.refuse('holds NaN or an infinity, which have no canonical form; use null or text');
    }
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      this.refuse('holds an integer beyond ±(2^53 − 1); use a BigInt, or an InteropFloat');
    }
    writeNumber(this.out, value);
  }

  #writeBigInt(value: bigint): void {
    const number = Number(value);
    if (Number.isSafeInteger(number)) writeNumber(this.out, number);
    else if (BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value) {
      writeInt64(this.out, value);
    } else this.refuse('holds an integer outside of −2^63 … 2^64 − 1; use text');
  }

  #writeObject(value: object, depth: number): void {
    if (Array.isArray(value)) this.#writeArray(value, depth);
    else if (ArrayBuffer.isView(value)) this.#writeView(value);
    else if (isObjectPrototype(Object.getPrototypeOf(value))) this.#writeRecord(value, depth);
    else if (value instanceof InteropFloat) this.#writeFloat(value.value);
    else if (value instanceof InteropUuid) writeString(this.out, value.text);
    else if (value instanceof InteropDateTime) this.writeMicroseconds(value.epochMicroseconds);
    else if (!this.writeOther(value)) this.#writeBuiltIn(value, depth);
  }

  #writeArray(items: readonly unknown[], depth: number): void {
    this.enter(depth, items.length);
    // Of all realms, only Array.prototype is itself an array.
    if (!Array.isArray(Object.getPrototypeOf(items))) this.#refuseInstance();
    this.writeItems(items, depth);
  }

  protected writeItems(items: readonly unknown[], depth: number): void {
    const count = items.length;
    writeArrayHeader(this.out, count);
    for (let i = 0; i < count; i++) this.write(items[i], depth + 1);
  }

  #writeRecord(record: object, depth: number): void {
    const names = Object.keys(record);
    this.enter(depth, names.length);
    if (Object.getOwnPropertySymbols(record).some((symbol) => isShown.call(record, symbol))) {
      this.refuse('has a symbol as a key; other languages know text only');
    }
    const { out } = this;
    out.reserve(1);
    closeMap(out, out.pos++, names.length);
    for (const name of this.nameOrder(names)) {
      this.#writeText(name);
      this.write(Reflect.get(record, name), depth + 1);
    }
  }

  #writeFloat(value: number): void {
    const { out } = this;
    out.reserve(9);
    out.bytes[out.pos] = 0xcb;
    out.view.setFloat64(out.pos + 1, value);
    out.pos += 9;
  }

  /** A Buffer is a Uint8Array, too. */
  #writeView(view: ArrayBufferView): void {
    const binary = binaryOfView(view);
    if (binary === null || binary.tag !== 0) {
      this.refuse('holds binary data other than a Uint8Array of its own memory; pass its bytes');
    }
    writeBinary(this.out, binary.bytes);
  }

  /** The method calls prove what the tag, which anyone can set, only suggests. */
  #writeBuiltIn(value: object, depth: number): void {
    const tag = tagOf.call(value);
    if (!isDirectInstance(value, 2) || Reflect.ownKeys(value).length > 0) this.#refuseInstance();
    if (tag === '[object Date]') {
      const ms = Number(Reflect.apply(dateTime, value, []));
      if (Number.isNaN(ms)) this.refuse('holds an invalid Date; use null');
      this.writeDate(ms);
    } else if (tag === '[object Set]') {
      const values = [...Reflect.apply(setValues, value, [])];
      this.enter(depth, values.length);
      this.writeSet(values, depth);
    } else this.#refuseInstance();
  }

  #refuseInstance(): never {
    this.refuse(
      'holds an object that is neither plain data nor a Date, Set, Uint8Array or marker of interop mode; convert it to plain data',
    );
  }
}
