/** Values of interop mode as JavaScript has them, and back. */
import {
  InteropDateTime,
  InteropExtension,
  InteropFloat,
  InteropUuid,
} from '../interop/markers.ts';
import type { Entry, Item } from './interop-model.ts';

export function valueOfItem(item: Item): unknown {
  switch (item.is) {
    case 'null':
      return null;
    case 'bool':
      return item.value;
    case 'int':
      return item.wide === true ? item.value : Number(item.value);
    case 'float':
      return float(item.value);
    case 'text':
      return item.text;
    case 'uuid':
      return new InteropUuid(item.text);
    case 'bytes':
      return item.bytes;
    case 'list':
      return item.items.map(valueOfItem);
    case 'set':
      return new Set(item.items.map(valueOfItem));
    case 'map':
      return record(item.entries);
    case 'instant':
      return instant(item.value);
    case 'ext':
      return new InteropExtension(item.type, item.bytes);
  }
}

/** A whole number is an `int`, as JSON has it, whatever it was on the wire. */
export function itemOfValue(value: unknown): Item {
  if (value === null) return { is: 'null' };
  switch (typeof value) {
    case 'boolean':
      return { is: 'bool', value };
    case 'string':
      return { is: 'text', text: value };
    case 'bigint':
      return { is: 'int', value };
    case 'number':
      return Number.isInteger(value) ? { is: 'int', value: BigInt(value) } : { is: 'float', value };
  }
  if (Array.isArray(value)) return { is: 'list', items: value.map(itemOfValue) };
  if (value instanceof Uint8Array) return { is: 'bytes', bytes: value };
  if (value instanceof Date) return { is: 'instant', value: BigInt(value.getTime()) * 1000n };
  if (value instanceof InteropExtension) return { is: 'ext', type: value.type, bytes: value.data };
  if (value instanceof Map) return { is: 'map', entries: [...value].map(pair) };
  if (typeof value !== 'object') throw new TypeError('no value of interop mode');
  return { is: 'map', entries: Object.entries(value).map(pair) };
}

function pair([key, value]: readonly [unknown, unknown]): Entry {
  return [itemOfValue(key), itemOfValue(value)];
}

/** A plain number where only a float can be meant, and where it is to be refused. */
function float(value: number): unknown {
  return Number.isInteger(value) ? new InteropFloat(value) : value;
}

const maxDate = 8_640_000_000_000_000_000n;

/** A Date where one can say it. */
function instant(microseconds: bigint): Date | InteropDateTime {
  const inRange = microseconds <= maxDate && microseconds >= -maxDate;
  return inRange && microseconds % 1000n === 0n
    ? new Date(Number(microseconds / 1000n))
    : new InteropDateTime(microseconds);
}

function record(entries: readonly Entry[]): object {
  const result = {};
  for (const [key, value] of entries) {
    if (key.is !== 'text') throw new TypeError('keys of an object are text');
    Object.defineProperty(result, key.text, {
      value: valueOfItem(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}
