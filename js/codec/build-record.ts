/** Objects from their names and values. */
import { setProperty } from './set-property.ts';

/** Up to this many properties an object is built by stores of its own. */
export const MOST_UNROLLED = 8;

/**
 * An object of `count` properties, which lie in both lists from `base` on. Of two equal names the last
 * one wins.
 *
 * V8 makes a store by name five times as cheap where it sees one name only. So each property of each
 * number of properties has a store in the source: records that come again and again, such as the rows
 * of a list, fill the same stores with the same names.
 */
export function buildRecord(
  names: readonly string[],
  values: readonly unknown[],
  base: number,
  count: number,
): Record<string, unknown> {
  const r: Record<string, unknown> = {};
  const n = (i: number): string => names[base + i] ?? '';
  const v = (i: number): unknown => values[base + i];
  switch (count) {
    case 0:
      break;
    case 1:
      r[n(0)] = v(0);
      break;
    case 2:
      r[n(0)] = v(0);
      r[n(1)] = v(1);
      break;
    case 3:
      r[n(0)] = v(0);
      r[n(1)] = v(1);
      r[n(2)] = v(2);
      break;
    case 4:
      r[n(0)] = v(0);
      r[n(1)] = v(1);
      r[n(2)] = v(2);
      r[n(3)] = v(3);
      break;
    case 5:
      r[n(0)] = v(0);
      r[n(1)] = v(1);
      r[n(2)] = v(2);
      r[n(3)] = v(3);
      r[n(4)] = v(4);
      break;
    case 6:
      r[n(0)] = v(0);
      r[n(1)] = v(1);
      r[n(2)] = v(2);
      r[n(3)] = v(3);
      r[n(4)] = v(4);
      r[n(5)] = v(5);
      break;
    case 7:
      r[n(0)] = v(0);
      r[n(1)] = v(1);
      r[n(2)] = v(2);
      r[n(3)] = v(3);
      r[n(4)] = v(4);
      r[n(5)] = v(5);
      r[n(6)] = v(6);
      break;
    case MOST_UNROLLED:
      r[n(0)] = v(0);
      r[n(1)] = v(1);
      r[n(2)] = v(2);
      r[n(3)] = v(3);
      r[n(4)] = v(4);
      r[n(5)] = v(5);
      r[n(6)] = v(6);
      r[n(7)] = v(7);
      break;
    default:
      for (let i = 0; i < count; i++) r[n(i)] = v(i);
  }
  return r;
}

/** As `buildRecord` where a name may be one that `Object.prototype` has. */
export function defineRecord(
  names: readonly string[],
  values: readonly unknown[],
  base: number,
  count: number,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let i = base; i < base + count; i++) setProperty(record, names[i] ?? '', values[i]);
  return record;
}
