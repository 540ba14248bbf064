/** Arguments in the format 'cachekit-ts': what the reference SDK hashes for plain JSON (PROTOCOL §1.2). */
import { isObjectPrototype } from '../codec/plain-object.ts';
import { closeMap, FALSE, NIL, TRUE, writeArrayHeader, writeByte } from '../codec/write-scalar.ts';
import { writeString } from '../codec/write-string.ts';
import type { ArgumentWalk } from './argument-walk.ts';
import { byReference } from './name-order.ts';
import { writeKeyNumber } from './write-key-scalar.ts';

const ADVICE = "which keyFormat 'cachekit-ts' cannot tell from other values; use 'sealcache'";

export function writeReferenceCall(walk: ArgumentWalk, args: readonly unknown[]): void {
  walk.enter(0, args.length);
  writeItems(walk, args, 0);
}

function write(walk: ArgumentWalk, value: unknown, depth: number): void {
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
      writeByte(walk.out, NIL);
      return;
    case 'object':
      if (value === null) writeByte(walk.out, NIL);
      else if (Array.isArray(value)) writeArray(walk, value, depth);
      else writeRecord(walk, value, depth);
      return;
    default:
      walk.refuse(`is a ${typeof value}, ${ADVICE}`);
  }
}

function writeArray(walk: ArgumentWalk, items: readonly unknown[], depth: number): void {
  walk.enterArray(items, depth);
  writeItems(walk, items, depth);
}

function writeItems(walk: ArgumentWalk, items: readonly unknown[], depth: number): void {
  writeArrayHeader(walk.out, items.length);
  for (let i = 0; i < items.length; i++) {
    walk.step(depth, i);
    write(walk, items[i], depth + 1);
  }
}

function writeRecord(walk: ArgumentWalk, record: object, depth: number): void {
  if (!isObjectPrototype(Object.getPrototypeOf(record)))
    walk.refuse(`is not plain JSON, ${ADVICE}`);
  const { out } = walk;
  const names = walk.enterRecord(record, depth, byReference);
  out.reserve(1);
  closeMap(out, out.pos++, names.length);
  for (const name of names) {
    walk.step(depth, name);
    // The reference loses such a property, so that its key is that of other arguments.
    if (name === '__proto__') walk.refuse(`is a property named __proto__, ${ADVICE}`);
    writeString(out, name);
    write(walk, walk.read(record, name), depth + 1);
  }
}
