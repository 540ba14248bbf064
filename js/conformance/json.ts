/** Checked reading of vector files: a member of another type than expected is an error. */
import { bytesOfHex, join, repeated } from './bytes.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectFrom(value: unknown, where = 'the file'): JsonObject {
  if (isObject(value)) return value;
  throw new TypeError(`${where} is not an object`);
}

export function object(parent: JsonObject, member: string): JsonObject {
  return objectFrom(parent[member], member);
}

/** A list of objects. */
export function list(parent: JsonObject, member: string): readonly JsonObject[] {
  return array(parent, member).map((item) => objectFrom(item, `an item of ${member}`));
}

export function texts(parent: JsonObject, member: string): readonly string[] {
  return array(parent, member).map((item) => {
    if (typeof item === 'string') return item;
    throw new TypeError(`an item of ${member} is not a string`);
  });
}

export function text(parent: JsonObject, member: string): string {
  const value = parent[member];
  if (typeof value === 'string') return value;
  throw new TypeError(`${member} is not a string`);
}

export function number(parent: JsonObject, member: string): number {
  const value = parent[member];
  if (typeof value === 'number') return value;
  throw new TypeError(`${member} is not a number`);
}

export function flag(parent: JsonObject, member: string): boolean {
  const value = parent[member];
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${member} is not a boolean`);
}

export function has(parent: JsonObject, member: string): boolean {
  return Object.hasOwn(parent, member);
}

/** Hex, or a list of {hex, count}: each unit so many times, one after another. */
export function bytes(parent: JsonObject, member: string): Uint8Array {
  const value = parent[member];
  if (typeof value === 'string') return bytesOfHex(value);
  const pieces = list(parent, member);
  return join(
    ...pieces.map((piece) => repeated(bytesOfHex(text(piece, 'hex')), number(piece, 'count'))),
  );
}

export function array(parent: JsonObject, member: string): readonly unknown[] {
  const value = parent[member];
  if (Array.isArray(value)) return value;
  throw new TypeError(`${member} is not a list`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
