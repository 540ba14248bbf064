/** The two orders of property names. */

const SURROGATES = 0xd800;
const BEHIND_SURROGATES = 0xe000;
/** The first integer that is no array index. */
const INDEX_END = 2 ** 32 - 1;

/**
 * The order of UTF-8 bytes, which is that of code points. UTF-16 differs from it only in that
 * surrogates, the code points from U+10000 on, come before U+E000 … U+FFFF.
 */
export function byUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  if (unit < SURROGATES) return unit;
  return unit < BEHIND_SURROGATES ? unit + 0x10000 : unit;
}

/**
 * The order of the reference SDK: it sorts by UTF-16 units, then assigns to an object, which puts
 * array indices first, by size.
 */
export function byReference(a: string, b: string): number {
  const left = arrayIndex(a);
  const right = arrayIndex(b);
  if (left !== right) return left < right ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Infinity for a name that is none. */
function arrayIndex(name: string): number {
  const first = name.charCodeAt(0);
  if (!(first >= 0x30 && first <= 0x39)) return Number.POSITIVE_INFINITY;
  const index = Number(name);
  return index < INDEX_END && String(index) === name && Number.isInteger(index)
    ? index
    : Number.POSITIVE_INFINITY;
}
