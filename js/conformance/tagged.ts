/** Values of interop mode from tagged JSON, as CacheKit's interop vectors and ours spell them. */

import { bytesOfHex } from './bytes.ts';
import type { Entry, Item } from './interop-model.ts';
import { array, has, type JsonObject, objectFrom, text } from './json.ts';

export function taggedList(parent: JsonObject, member: string): readonly Item[] {
  return array(parent, member).map(tagged);
}

export function tagged(value: unknown): Item {
  if (value === null) return { is: 'null' };
  if (typeof value === 'boolean') return { is: 'bool', value };
  if (typeof value === 'string') return { is: 'text', text: value };
  if (typeof value === 'number') return { is: 'int', value: BigInt(value) };
  if (Array.isArray(value)) return { is: 'list', items: value.map(tagged) };
  const object = objectFrom(value, 'a tagged value');
  const [name = '', ...more] = Object.keys(object);
  const make = more.length === 0 && Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make !== undefined) return make(object, name);
  return { is: 'map', entries: Object.entries(object).map(entry) };
}

/** A datetime without an offset, for which JavaScript has no type. */
export function isNaive(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isNaive);
  if (typeof value !== 'object' || value === null) return false;
  const given: unknown = Reflect.get(value, '$datetime');
  if (typeof given === 'string') return !isoInstant.test(given);
  return Object.values(value).some(isNaive);
}

const makers: Readonly<Record<string, (object: JsonObject, name: string) => Item>> = {
  $int: (object, name) => ({ is: 'int', value: BigInt(text(object, name)), wide: true }),
  $float: (object, name) => ({ is: 'float', value: float(text(object, name)) }),
  $bytes: (object, name) => ({ is: 'bytes', bytes: bytesOfHex(text(object, name)) }),
  $set: (object, name) => ({ is: 'set', items: taggedList(object, name) }),
  $uuid: (object, name) => ({ is: 'uuid', text: text(object, name) }),
  $datetime: (object, name) => ({ is: 'instant', value: microseconds(text(object, name)) }),
  /** Ours: text or a list of one repeated item, which would only fill the file. */
  $repeat: (object, name) => repeated(objectFrom(object[name], name)),
};

function entry([name, value]: readonly [string, unknown]): Entry {
  return [{ is: 'text', text: name }, tagged(value)];
}

function float(given: string): number {
  return given === 'nan' ? Number.NaN : Number(given);
}

function repeated(object: JsonObject): Item {
  const count = Number(text(object, 'count'));
  if (has(object, 'text')) return { is: 'text', text: text(object, 'text').repeat(count) };
  return { is: 'list', items: new Array<Item>(count).fill(tagged(object['item'])) };
}

const isoInstant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/;

function microseconds(given: string): bigint {
  const [, whole, fraction = '', offset] = isoInstant.exec(given) ?? [];
  if (whole === undefined) throw new TypeError(`${given} is no instant`);
  return BigInt(Date.parse(`${whole}${offset}`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}
