/** Arguments in the format 'sealcache': MessagePack with tags, so that unequal values differ. */
import { isObjectPrototype } from '../codec/plain-object.ts';
import { closeMap, FALSE, NIL, TRUE, writeArrayHeader, writeByte } from '../codec/write-scalar.ts';
import { writeString } from '../codec/write-string.ts';
import type { ArgumentWalk } from './argument-walk.ts';
import { byUtf8 } from './name-order.ts';
import { writeBuiltIn } from './write-built-in.ts';
import {
  TAG_HOLE,
  TAG_UNDEFINED,
  writeKeyBigInt,
  writeKeyNumber,
  writeTag,
} from './write-key-scalar.ts';

/** Raised when the same arguments would give other bytes: a release with another one is a cold cache. */
const FORMAT_VERSION = 1;

/** Everything that is hashed: version, the function's name or nil, arguments. */
export function writeTypedCall(
  walk: ArgumentWalk,
  name: string | undefined,
  args: readonly unknown[],
): void {
  const { out } = walk;
  writeByte(out, FORMAT_VERSION);
  if (name === undefined) writeByte(out, NIL);
  else writeString(out, name);
  walk.enter(0, args.length);
  writeItems(walk, args, 0);
}

/** Writes a value that lies inside `depth` containers. */
function writeTyped(walk: ArgumentWalk, value: unknown, depth: number): void {
  switch (typeof value) {
    case 'string':
      writeString(walk.out, value);
      return;
    case 'number':
      writeKeyNumber(walk.out, value);
      return;
    case 'boolean':
      writeByte(walk.out, value ? TRUE : FALSE);
      return;
    case 'undefined':
      writeTag(walk.out, TAG_UNDEFINED);
      return;
    case 'bigint':
      writeKeyBigInt(walk, value);
      return;
    case 'object':
      if (value === null) writeByte(walk.out, NIL);
      else if (Array.isArray(value)) writeArray(walk, value, depth);
      else if (isObjectPrototype(Object.getPrototypeOf(value))) writeRecord(walk, value, depth);
      else writeBuiltIn(walk, value, depth, writeTyped);
      return;
    default:
      walk.refuse(`is a ${typeof value}, which no key can hold; pass plain data`);
  }
}

function writeArray(walk: ArgumentWalk, items: readonly unknown[], depth: number): void {
  walk.enterArray(items, depth);
  writeItems(walk, items, depth);
}

function writeItems(walk: ArgumentWalk, items: readonly unknown[], depth: number): void {
  const count = items.length;
  writeArrayHeader(walk.out, count);
  for (let i = 0; i < count; i++) {
    walk.step(depth, i);
    const item = items[i];
    if (item === undefined && !Object.hasOwn(items, i)) writeTag(walk.out, TAG_HOLE);
    else writeTyped(walk, item, depth + 1);
  }
}

function writeRecord(walk: ArgumentWalk, record: object, depth: number): void {
  const { out } = walk;
  const names = walk.enterRecord(record, depth, byUtf8);
  const count = names.length;
  out.reserve(1);
  closeMap(out, out.pos++, count);
  for (let i = 0; i < count; i++) {
    const name = names[i] ?? '';
    walk.step(depth, name);
    writeString(out, name);
    writeTyped(walk, walk.read(record, name), depth + 1);
  }
}
