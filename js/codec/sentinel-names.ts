/**
 * Sentinel maps: how values travel that MessagePack has no type for. A sentinel is a map of exactly
 * two entries, `{"__name__": true, "value": …}` (PROTOCOL §2). The three temporal names are the
 * protocol's; the others are ours:
 *
 * | name | value |
 * |---|---|
 * | `__datetime__` | ISO 8601 text: a Date |
 * | `__date__`, `__time__` | ISO 8601 text: a PlainDate, a PlainTime |
 * | `__bigint__` | decimal digits: a BigInt that the 64-bit forms would not bring back as one |
 * | `__map__` | array of [key, value] pairs |
 * | `__set__` | array |
 * | `__object__` | array of [name, value] pairs: a plain object that looks like a sentinel |
 * | `__arraybuffer__`, `__dataview__`, `__float32array__` … | bin, elements little-endian |
 */

export const DATETIME = '__datetime__';
export const DATE = '__date__';
export const TIME = '__time__';
export const BIGINT = '__bigint__';
export const MAP = '__map__';
export const SET = '__set__';
export const OBJECT = '__object__';
export const ARRAY_BUFFER = '__arraybuffer__';
export const DATA_VIEW = '__dataview__';

/** The other key of every sentinel. */
export const VALUE_KEY = 'value';

/**
 * Whether a property name has the form of a sentinel's. Wider than the list above, so that a plain
 * object written today cannot be mistaken for a sentinel that a later release adds.
 */
export function isReservedName(name: string): boolean {
  return name.length > 4 && name.length <= 64 && name.startsWith('__') && name.endsWith('__');
}

/** Whether a plain object would be taken for a sentinel: the writer must escape it. */
export function looksLikeSentinel(value: object): boolean {
  const names = Object.keys(value);
  if (names.length !== 2 || !Object.hasOwn(value, VALUE_KEY)) return false;
  const name = names[0] === VALUE_KEY ? names[1] : names[0];
  if (name === undefined || !isReservedName(name)) return false;
  const property = Object.getOwnPropertyDescriptor(value, name);
  // A getter may answer differently when the value is written.
  return property?.value === true || property?.get !== undefined;
}
