/** Keys of wrapped functions from described arguments: docs/cache-keys.md in plain loops. */
import { blake2bHex } from './blake2b.ts';
import { bigEndian, concat, fromHex, hex, utf8 } from './bytes.ts';
import { header } from './msgpack-header.ts';

/** A JavaScript value as JSON can spell it. Lists of an object, a Map or a Set are in source order. */
export type Described =
  | { readonly is: 'null' | 'undefined' | 'hole' | 'true' | 'false' }
  /** `text` as `Number` reads it; `count` repeats a string. */
  | { readonly is: 'number' | 'bigint' | 'date'; readonly text: string }
  | { readonly is: 'string'; readonly text: string; readonly count?: number }
  | { readonly is: 'PlainDate' | 'PlainTime'; readonly text: string }
  | { readonly is: 'array' | 'set'; readonly items: readonly Described[] }
  | { readonly is: 'object'; readonly entries: readonly (readonly [string, Described])[] }
  | { readonly is: 'map'; readonly entries: readonly (readonly [Described, Described])[] }
  | { readonly is: 'binary'; readonly type: string; readonly hex: string };

export function wrapKey(
  namespace: string,
  name: string | null,
  args: readonly Described[],
): { readonly encoded: string; readonly key: string } {
  const functionName = name === null ? Uint8Array.of(0xc0) : text(name);
  const encoded = concat(Uint8Array.of(1), functionName, array(args.map(typed)));
  return { encoded: hex(encoded), key: `${namespace}:${blake2bHex(encoded, 32)}` };
}

export function referenceWrapKey(
  namespace: string,
  args: readonly Described[],
): { readonly encoded: string; readonly key: string } {
  const encoded = array(args.map(plain));
  return { encoded: hex(encoded), key: `${namespace}:${blake2bHex(encoded, 32)}` };
}

const binaryTypes = [
  'Int8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'DataView',
  'ArrayBuffer',
];

function typed(value: Described): Uint8Array {
  switch (value.is) {
    case 'undefined':
      return tagged(1);
    case 'hole':
      return tagged(2);
    case 'bigint':
      return tagged(3, text(BigInt(value.text).toString(16)));
    case 'date':
      return tagged(4, number(Number(value.text)));
    case 'map':
      return tagged(5, header('array', value.entries.length), ...sorted(value.entries.map(pair)));
    case 'set':
      return tagged(6, header('array', value.items.length), ...sorted(value.items.map(typed)));
    case 'PlainDate':
      return tagged(7, text(value.text));
    case 'PlainTime':
      return tagged(8, text(value.text));
    case 'binary':
      return binary(value.type, fromHex(value.hex));
    case 'array':
      return array(value.items.map(typed));
    case 'object': {
      const entries = [...value.entries].sort(([a], [b]) => compare(utf8(a), utf8(b)));
      const parts = entries.map(([name, entry]) => concat(text(name), typed(entry)));
      return concat(header('map', parts.length), ...parts);
    }
    default:
      return scalar(value);
  }
}

/** What the reference SDK encodes: absent values are null, an object's names as a copy orders them. */
function plain(value: Described): Uint8Array {
  switch (value.is) {
    case 'undefined':
    case 'hole':
      return Uint8Array.of(0xc0);
    case 'array':
      return array(value.items.map(plain));
    case 'object': {
      const copy: Record<string, Uint8Array> = {};
      const entries = new Map(value.entries);
      for (const name of [...entries.keys()].sort()) {
        copy[name] = concat(text(name), plain(entries.get(name) ?? { is: 'null' }));
      }
      return concat(header('map', entries.size), ...Object.values(copy));
    }
    default:
      return scalar(value);
  }
}

function scalar(value: Described): Uint8Array {
  switch (value.is) {
    case 'null':
      return Uint8Array.of(0xc0);
    case 'false':
      return Uint8Array.of(0xc2);
    case 'true':
      return Uint8Array.of(0xc3);
    case 'number':
      return number(Number(value.text));
    case 'string':
      return text(value.text.repeat(value.count ?? 1));
    default:
      throw new TypeError(`no plain form for ${value.is}`);
  }
}

function pair([key, value]: readonly [Described, Described]): Uint8Array {
  return concat(typed(key), typed(value));
}

function tagged(tag: number, ...rest: readonly Uint8Array[]): Uint8Array {
  return concat(Uint8Array.of(0xc1, tag), ...rest);
}

function array(items: readonly Uint8Array[]): Uint8Array {
  return concat(header('array', items.length), ...items);
}

function text(value: string): Uint8Array {
  const bytes = utf8(value);
  return concat(header('str', bytes.length), bytes);
}

function binary(type: string, bytes: Uint8Array): Uint8Array {
  const body = concat(header('bin', bytes.length), bytes);
  if (type === 'Uint8Array') return body;
  const index = binaryTypes.indexOf(type);
  if (index < 0) throw new TypeError(`no binary type ${type}`);
  return tagged(0x10 + index, body);
}

function number(value: number): Uint8Array {
  if (Number.isNaN(value)) return fromHex('cb7ff8000000000000');
  if (!Number.isSafeInteger(value)) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return concat(Uint8Array.of(0xcb), bytes);
  }
  const integer = BigInt(value);
  if (integer >= -32n && integer < 128n) return bigEndian(integer & 0xffn, 1);
  // [marker, bytes]: the first that holds it.
  const forms = integer < 0n ? [0xd0, 0xd1, 0xd2, 0xd3] : [0xcc, 0xcd, 0xce, 0xcf];
  for (const [i, marker] of forms.entries()) {
    const width = 1 << i;
    const fits =
      integer < 0n ? integer >= -(1n << BigInt(8 * width - 1)) : integer < 1n << BigInt(8 * width);
    if (fits) {
      return concat(Uint8Array.of(marker), bigEndian(BigInt.asUintN(8 * width, integer), width));
    }
  }
  throw new RangeError('a safe integer fits in 64 bits');
}

function sorted(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  return [...parts].sort(compare);
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [hex(a), hex(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
