/** The built-ins that have a key in the format 'sealcache'. */
import { isDirectInstance } from '../codec/plain-object.ts';
import { PlainDate, PlainTime } from '../codec/plain-temporal.ts';
import { writeArrayHeader, writeBinary } from '../codec/write-scalar.ts';
import { writeString } from '../codec/write-string.ts';
import type { ArgumentWalk } from './argument-walk.ts';
import { binaryOfBuffer, binaryOfView } from './binary-kind.ts';
import { sortSegments } from './sorted-segments.ts';
import {
  TAG_MAP,
  TAG_PLAIN_DATE,
  TAG_PLAIN_TIME,
  TAG_SET,
  writeKeyDate,
  writeTag,
} from './write-key-scalar.ts';

const tagOf = Object.prototype.toString;
const dateTime = Date.prototype.getTime;
const mapEntries = Map.prototype.entries;
const mapHas = Map.prototype.has;
const setValues = Set.prototype.values;
const setHas = Set.prototype.has;

/** Writes a value that lies inside `depth` containers. */
type WriteValue = (walk: ArgumentWalk, value: unknown, depth: number) => void;

/** Writes what is neither an array nor a plain object, or refuses it; `write` is for its entries. */
export function writeBuiltIn(
  walk: ArgumentWalk,
  value: object,
  depth: number,
  write: WriteValue,
): void {
  if (ArrayBuffer.isView(value)) {
    writeKeyBinary(walk, binaryOfView(value));
  } else if (PlainDate.is(value)) {
    writeTag(walk.out, TAG_PLAIN_DATE);
    writeString(walk.out, value.iso);
  } else if (PlainTime.is(value)) {
    writeTag(walk.out, TAG_PLAIN_TIME);
    writeString(walk.out, value.iso);
  } else {
    writeBranded(walk, value, depth, write);
  }
}

/** The tag only suggests a class, anyone can set it; the method call proves the internal slot. */
function writeBranded(walk: ArgumentWalk, value: object, depth: number, write: WriteValue): void {
  if (!isDirectInstance(value, 2)) walk.refuseInstance();
  if (Reflect.ownKeys(value).length > 0) {
    walk.refuse('is a built-in object with properties of its own; pass plain data');
  }
  const tag = tagOf.call(value);
  if (tag === '[object Date]' && has(dateTime, value)) {
    writeKeyDate(walk.out, Number(Reflect.apply(dateTime, value, [])));
  } else if (tag === '[object Map]' && isMap(value)) writeMap(walk, value, depth, write);
  else if (tag === '[object Set]' && isSet(value)) writeSet(walk, value, depth, write);
  else if (tag === '[object ArrayBuffer]') writeKeyBinary(walk, binaryOfBuffer(value));
  else walk.refuseInstance();
}

function writeKeyBinary(walk: ArgumentWalk, binary: ReturnType<typeof binaryOfView>): void {
  if (binary === null) {
    walk.refuse(
      'is binary data without a key: a subclass, or memory that is shared or detached; pass a Uint8Array of its bytes',
    );
  }
  if (binary.tag !== 0) writeTag(walk.out, binary.tag);
  writeBinary(walk.out, binary.bytes);
}

function writeMap(
  walk: ArgumentWalk,
  map: Map<unknown, unknown>,
  depth: number,
  write: WriteValue,
): void {
  walk.enter(depth, map.size);
  const entries = [...mapEntries.call(map)];
  writeTag(walk.out, TAG_MAP);
  writeArrayHeader(walk.out, entries.length);
  const starts = entries.map(([key, value], i) => {
    const start = walk.out.pos;
    walk.step(depth, i);
    write(walk, key, depth + 1);
    walk.step(depth, i);
    write(walk, value, depth + 1);
    return start;
  });
  sortSegments(walk.out, starts);
}

function writeSet(walk: ArgumentWalk, set: Set<unknown>, depth: number, write: WriteValue): void {
  walk.enter(depth, set.size);
  const values = [...setValues.call(set)];
  writeTag(walk.out, TAG_SET);
  writeArrayHeader(walk.out, values.length);
  const starts = values.map((value, i) => {
    const start = walk.out.pos;
    walk.step(depth, i);
    write(walk, value, depth + 1);
    return start;
  });
  sortSegments(walk.out, starts);
}

/** Whether a method that needs the internal slot of its class accepts the value. */
function has(method: (...args: never[]) => unknown, value: object): boolean {
  try {
    Reflect.apply(method, value, []);
    return true;
  } catch {
    return false;
  }
}

function isMap(value: object): value is Map<unknown, unknown> {
  return has(mapHas, value);
}

function isSet(value: object): value is Set<unknown> {
  return has(setHas, value);
}
