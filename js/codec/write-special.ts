/** Values that MessagePack has no type for: each round-trips through a sentinel, or is refused. */
import { SerializationError, ValueTooLargeError } from '../errors.ts';
import { binarySentinel } from './binary-types.ts';
import { isDirectInstance, refuseOwnProperties } from './plain-object.ts';
import { PlainDate, PlainTime } from './plain-temporal.ts';
import { ARRAY_BUFFER, BIGINT, DATE, DATETIME, TIME } from './sentinel-names.ts';
import type { ValueWriter } from './value-writer.ts';
import { writeMap, writeSet } from './write-collection.ts';
import { writeBinary, writeInt64 } from './write-scalar.ts';
import { writeSentinelHead } from './write-sentinel.ts';
import { writeString } from './write-string.ts';

/** Bits of the widest BigInt; turning digits into a number costs more than linear time. */
export const MAX_BIGINT_BITS = 4096;

const tagOf = Object.prototype.toString;
const mapHas = Map.prototype.has;
const setHas = Set.prototype.has;
const dateTime = Date.prototype.getTime;
const bufferSlice = ArrayBuffer.prototype.slice;
const elementAt = Uint8Array.prototype.at;

/**
 * BigInts beyond ±(2^53 − 1) use the 64-bit forms, which the reader takes for BigInts just because
 * of their size; smaller and wider ones are digits in a sentinel, so that a BigInt stays a BigInt.
 */
export function writeBigInt(writer: ValueWriter, value: bigint, depth: number): void {
  const safe = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  if (!safe && (BigInt.asUintN(64, value) === value || BigInt.asIntN(64, value) === value)) {
    writeInt64(writer.out, value);
    return;
  }
  if (BigInt.asIntN(MAX_BIGINT_BITS, value) !== value) {
    throw new ValueTooLargeError(`A BigInt has more than ${MAX_BIGINT_BITS} bits`);
  }
  writeText(writer, BIGINT, value.toString(), depth);
}

/** Everything that is neither an array nor a plain object. */
export function writeSpecial(writer: ValueWriter, value: object, depth: number): void {
  if (ArrayBuffer.isView(value)) writeView(writer, value, depth);
  else if (PlainDate.is(value)) writeText(writer, DATE, value.iso, depth);
  else if (PlainTime.is(value)) writeText(writer, TIME, value.iso, depth);
  else writeBuiltIn(writer, value, depth);
}

/** The tag only suggests a class, anyone can set it; the method call proves the internal slot. */
function writeBuiltIn(writer: ValueWriter, value: object, depth: number): void {
  if (!isDirectInstance(value, 2)) refuseInstance();
  refuseOwnProperties(value);
  const tag = tagOf.call(value);
  if (tag === '[object Date]' && isDate(value)) writeDate(writer, value, depth);
  else if (tag === '[object Map]' && isMap(value)) writeMap(writer, value, depth);
  else if (tag === '[object Set]' && isSet(value)) writeSet(writer, value, depth);
  else if (tag === '[object ArrayBuffer]' && isArrayBuffer(value)) {
    writeBytes(writer, ARRAY_BUFFER, new Uint8Array(value), depth);
  } else refuseInstance();
}

function writeDate(writer: ValueWriter, date: Date, depth: number): void {
  if (Number.isNaN(dateTime.call(date))) {
    throw new SerializationError('An invalid Date cannot be stored');
  }
  writeText(writer, DATETIME, Date.prototype.toISOString.call(date), depth);
}

function writeView(writer: ValueWriter, view: ArrayBufferView, depth: number): void {
  if (!isArrayBuffer(view.buffer) || hasLostMemory(view)) {
    throw new SerializationError('A view of shared or detached memory cannot be stored');
  }
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // Subclasses are taken for this one type alone: Buffer is one. They come back as Uint8Array.
  if (view instanceof Uint8Array || isDirectUint8Array(view)) {
    writeBinary(writer.out, bytes);
    return;
  }
  const isDataView = tagOf.call(view) === '[object DataView]';
  if (!isDirectInstance(view, isDataView ? 2 : 3)) refuseInstance();
  writeBytes(writer, binarySentinel(tagOf.call(view).slice(8, -1)), bytes, depth);
}

/** Beyond the end of a buffer that was resized: it looks empty, and its elements are gone. */
function hasLostMemory(view: ArrayBufferView): boolean {
  if (view.byteLength > 0 || tagOf.call(view) === '[object DataView]') return false;
  return !accepts(() => Reflect.apply(elementAt, view, [0]));
}

function isDirectUint8Array(view: ArrayBufferView): boolean {
  return tagOf.call(view) === '[object Uint8Array]' && isDirectInstance(view, 3);
}

function writeText(writer: ValueWriter, name: string, text: string, depth: number): void {
  writer.enter(depth);
  writeSentinelHead(writer.out, name);
  writeString(writer.out, text);
}

function writeBytes(writer: ValueWriter, name: string, bytes: Uint8Array, depth: number): void {
  writer.enter(depth);
  writeSentinelHead(writer.out, name);
  writeBinary(writer.out, bytes);
}

/** Whether a method that needs the internal slot of its class accepts the value. */
function accepts(probe: () => unknown): boolean {
  try {
    probe();
    return true;
  } catch {
    return false;
  }
}

function isDate(value: object): value is Date {
  return accepts(() => dateTime.call(value));
}

function isMap(value: object): value is Map<unknown, unknown> {
  return accepts(() => mapHas.call(value, undefined));
}

function isSet(value: object): value is Set<unknown> {
  return accepts(() => setHas.call(value, undefined));
}

/** False for a SharedArrayBuffer and for a detached buffer, whose bytes are gone. */
function isArrayBuffer(value: object): value is ArrayBuffer {
  return accepts(() => bufferSlice.call(value, 0, 0));
}

function refuseInstance(): never {
  throw new SerializationError(
    'Only plain objects, arrays, Date, Map, Set, typed arrays, PlainDate and PlainTime can be stored; convert class instances to plain data',
  );
}
