/** Maps, Sets and plain objects that look like sentinels. */
import { SerializationError } from '../errors.ts';
import { MAP, OBJECT, SET } from './sentinel-names.ts';
import type { ValueWriter } from './value-writer.ts';
import { writeArrayHeader } from './write-scalar.ts';
import { writeSentinelHead } from './write-sentinel.ts';
import { writeString } from './write-string.ts';

const mapEntries = Map.prototype.entries;
const setValues = Set.prototype.values;

export function writeMap(writer: ValueWriter, map: Map<unknown, unknown>, depth: number): void {
  writer.checkCount(map.size);
  writePairs(writer, MAP, [...mapEntries.call(map)], depth, (key) => {
    refuseUndefinedMember(key);
    writer.write(key, depth + 3);
  });
}

export function writeSet(writer: ValueWriter, set: Set<unknown>, depth: number): void {
  writer.checkCount(set.size);
  writer.enter(depth);
  writer.enter(depth + 1);
  writeSentinelHead(writer.out, SET);
  const values = [...setValues.call(set)];
  writeArrayHeader(writer.out, values.length);
  for (const value of values) {
    refuseUndefinedMember(value);
    writer.write(value, depth + 2);
  }
}

/** The caller has checked symbols and the count. */
export function writeEscapedObject(
  writer: ValueWriter,
  record: Readonly<Record<string, unknown>>,
  depth: number,
): void {
  writePairs(writer, OBJECT, Object.entries(record), depth, (name) => {
    writeString(writer.out, name);
  });
}

function writePairs<Key>(
  writer: ValueWriter,
  sentinel: string,
  pairs: readonly (readonly [Key, unknown])[],
  depth: number,
  writeKey: (key: Key) => void,
): void {
  for (let level = depth; level < depth + 3; level++) writer.enter(level);
  writeSentinelHead(writer.out, sentinel);
  writeArrayHeader(writer.out, pairs.length);
  for (const [key, value] of pairs) {
    writeArrayHeader(writer.out, 2);
    writeKey(key);
    writer.write(value, depth + 3);
  }
}

/** `undefined` becomes null, which could merge two members into one. */
function refuseUndefinedMember(member: unknown): void {
  if (member === undefined) {
    throw new SerializationError('undefined cannot be a key of a Map or a member of a Set');
  }
}
