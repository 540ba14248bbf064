/** Short names for items, and items as tagged JSON. */

import type { Item } from '../../../js/conformance/interop-model.ts';
import { hex } from '../bytes.ts';
import type { Json } from './vector-file.ts';

export const nil: Item = { is: 'null' };
export const yes: Item = { is: 'bool', value: true };
export const int = (value: bigint | number): Item => ({ is: 'int', value: BigInt(value) });
/** As JavaScript's BigInt, whatever its size. */
export const big = (value: bigint): Item => ({ is: 'int', value, wide: true });
export const float = (value: number): Item => ({ is: 'float', value });
export const str = (text: string): Item => ({ is: 'text', text });
export const bin = (...bytes: readonly number[]): Item => ({
  is: 'bytes',
  bytes: Uint8Array.from(bytes),
});
export const list = (...items: readonly Item[]): Item => ({ is: 'list', items });
export const set = (...items: readonly Item[]): Item => ({ is: 'set', items });
export const map = (...entries: readonly (readonly [string, Item])[]): Item => ({
  is: 'map',
  entries: entries.map(([name, value]) => [str(name), value]),
});
export const instant = (value: bigint): Item => ({ is: 'instant', value });
export const uuid = (text: string): Item => ({ is: 'uuid', text });

/** An item inside so many lists. */
export function nested(levels: number, item: Item): Item {
  return levels === 0 ? item : list(nested(levels - 1, item));
}

/** From this size on, text of one character and lists of one item are spelled as a count. */
const manyFrom = 600;

export function taggedJson(item: Item): Json {
  switch (item.is) {
    case 'null':
      return null;
    case 'bool':
      return item.value;
    case 'int':
      return item.wide === true || !Number.isSafeInteger(Number(item.value))
        ? { $int: String(item.value) }
        : Number(item.value);
    case 'float':
      return { $float: floatText(item.value) };
    case 'text':
      return item.text.length < manyFrom
        ? item.text
        : { $repeat: { text: item.text.slice(0, 1), count: String(item.text.length) } };
    case 'bytes':
      return { $bytes: hex(item.bytes) };
    case 'list':
      return item.items.length < manyFrom
        ? item.items.map(taggedJson)
        : { $repeat: { item: taggedJson(item.items[0] ?? nil), count: String(item.items.length) } };
    case 'set':
      return { $set: item.items.map(taggedJson) };
    case 'map':
      return Object.fromEntries(item.entries.map(([key, value]) => [name(key), taggedJson(value)]));
    case 'instant':
      return { $datetime: iso(item.value) };
    case 'uuid':
      return { $uuid: item.text };
    case 'ext':
      throw new TypeError('tagged JSON has no extensions');
  }
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-1e999' : '1e999';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

function name(key: Item): string {
  if (key.is === 'text') return key.text;
  throw new TypeError('keys of tagged JSON are text');
}

/** Years 1 to 9999, which is what every language has. */
function iso(microseconds: bigint): string {
  const rest = ((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const whole = new Date(Number((microseconds - rest) / 1000n)).toISOString().slice(0, 19);
  return `${whole}.${String(rest).padStart(6, '0')}+00:00`;
}
