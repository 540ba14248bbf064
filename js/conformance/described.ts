/** JavaScript values from their descriptions in wrap-keys.json. */
import { PlainDate, PlainTime } from '../codec/index.ts';
import { bytesOfHex } from './bytes.ts';
import { array, has, type JsonObject, number, objectFrom, text } from './json.ts';

export function describedList(parent: JsonObject, member: string): readonly unknown[] {
  const items = array(parent, member).map((item) => objectFrom(item, `an item of ${member}`));
  const values = new Array<unknown>(items.length);
  items.forEach((item, i) => {
    if (text(item, 'is') !== 'hole') values[i] = described(item);
  });
  return values;
}

const makers: Readonly<Record<string, (item: JsonObject) => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  true: () => true,
  false: () => false,
  number: (item) => Number(text(item, 'text')),
  bigint: (item) => BigInt(text(item, 'text')),
  date: (item) => new Date(Number(text(item, 'text'))),
  string: (item) => text(item, 'text').repeat(has(item, 'count') ? number(item, 'count') : 1),
  PlainDate: (item) => new PlainDate(text(item, 'text')),
  PlainTime: (item) => new PlainTime(text(item, 'text')),
  array: (item) => describedList(item, 'items'),
  set: (item) => new Set(describedList(item, 'items')),
  object: (item) => record(pairs(item)),
  map: (item) => new Map(pairs(item).map(([key, value]) => [described(key), described(value)])),
  binary: (item) => binary(text(item, 'type'), bytesOfHex(text(item, 'hex'))),
};

function described(value: unknown): unknown {
  const item = objectFrom(value, 'a described value');
  const make = makers[text(item, 'is')];
  if (make === undefined) throw new TypeError(`no value is described as ${text(item, 'is')}`);
  return make(item);
}

function pairs(item: JsonObject): readonly (readonly [unknown, unknown])[] {
  return array(item, 'entries').map((entry) => {
    if (!Array.isArray(entry) || entry.length !== 2) throw new TypeError('an entry is a pair');
    return [entry[0], entry[1]];
  });
}

function record(entries: readonly (readonly [unknown, unknown])[]): object {
  const result = {};
  for (const [name, value] of entries) {
    Object.defineProperty(result, String(name), {
      value: described(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}

const views: Readonly<Record<string, (buffer: ArrayBuffer) => unknown>> = {
  Uint8Array: (buffer) => new Uint8Array(buffer),
  Int8Array: (buffer) => new Int8Array(buffer),
  Uint8ClampedArray: (buffer) => new Uint8ClampedArray(buffer),
  Int16Array: (buffer) => new Int16Array(buffer),
  Uint16Array: (buffer) => new Uint16Array(buffer),
  Int32Array: (buffer) => new Int32Array(buffer),
  Uint32Array: (buffer) => new Uint32Array(buffer),
  Float32Array: (buffer) => new Float32Array(buffer),
  Float64Array: (buffer) => new Float64Array(buffer),
  BigInt64Array: (buffer) => new BigInt64Array(buffer),
  BigUint64Array: (buffer) => new BigUint64Array(buffer),
  DataView: (buffer) => new DataView(buffer),
  ArrayBuffer: (buffer) => buffer,
};

function binary(type: string, bytes: Uint8Array): unknown {
  const view = views[type];
  if (view === undefined) throw new TypeError(`no binary type ${type}`);
  const buffer = new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return view(buffer);
}
