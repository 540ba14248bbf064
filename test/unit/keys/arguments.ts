/** Random arguments, and the equality that docs/cache-keys.md states, as plainly as it can be written. */
import fc from 'fast-check';
import { PlainDate, PlainTime } from '../../../js/codec/index.ts';

/** Few different leaves, so that equal and nearly equal values come up often. */
const leaf = fc.constantFrom<unknown>(
  undefined,
  null,
  true,
  false,
  0,
  -0,
  1,
  1.5,
  Number.NaN,
  1n,
  0n,
  -1n,
  '',
  '1',
  'a',
  '1970-01-01T00:00:00.000Z',
  new Date(0),
  new Date(1),
  new Date(Number.NaN),
  new PlainDate('2025-11-14'),
  new PlainTime('10:30:00'),
  new Uint8Array(0),
  Uint8Array.of(0, 0),
  Buffer.from([0, 0]),
  Int8Array.of(0, 0),
  Uint16Array.of(0),
  new DataView(new ArrayBuffer(2)),
  new ArrayBuffer(2),
);
const name = fc.constantFrom('a', 'b', '1', '10', '9', '__proto__', 'é', '\uff61', '😀', '');

export const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.tuple(tie('value')).map(() => new Array<unknown>(1)),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { selector: ([n]) => n, maxLength: 3 })
      .map(record),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((p) => new Map(p)),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => new Set(items)),
  ),
})).value;

export function record(entries: readonly (readonly [string, unknown])[]): object {
  const result = {};
  for (const [key, entry] of entries) {
    Object.defineProperty(result, key, {
      value: entry,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}

/** The same value with every order turned round that must not matter. */
export function reordered(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(reordered);
  if (item instanceof Map) {
    return new Map([...item].reverse().map(([k, v]) => [reordered(k), reordered(v)]));
  }
  if (item instanceof Set) return new Set([...item].reverse().map(reordered));
  if (isRecord(item)) {
    return record(
      Object.getOwnPropertyNames(item)
        .reverse()
        .map((key) => [key, reordered(own(item, key))]),
    );
  }
  return item;
}

export function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b || (Number.isNaN(a) && Number.isNaN(b));
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
  }
  if (a instanceof Map || b instanceof Map) {
    return a instanceof Map && b instanceof Map && sameInAnyOrder([...a], [...b]);
  }
  if (a instanceof Set || b instanceof Set) {
    return a instanceof Set && b instanceof Set && sameInAnyOrder([...a], [...b]);
  }
  if (isRecord(a) && isRecord(b)) {
    const names = Object.getOwnPropertyNames(a);
    return (
      names.length === Object.getOwnPropertyNames(b).length &&
      names.every((key) => Object.hasOwn(b, key) && same(own(a, key), own(b, key)))
    );
  }
  return !isRecord(a) && !isRecord(b) && leafText(a) === leafText(b);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (Object.hasOwn(a, i) !== Object.hasOwn(b, i) || !same(a[i], b[i])) return false;
  }
  return true;
}

/** Greedy is enough: `same` is an equivalence. */
function sameInAnyOrder(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  const left = [...b];
  for (const item of a) {
    const at = left.findIndex((other) => same(item, other));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return true;
}

function isRecord(item: unknown): item is object {
  return (
    typeof item === 'object' && item !== null && Object.getPrototypeOf(item) === Object.prototype
  );
}

function own(item: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(item, key)?.value;
}

function leafText(item: object): string {
  if (item instanceof Date) return `Date ${item.getTime()}`;
  if (item instanceof PlainDate || item instanceof PlainTime) return `Plain ${item.iso}`;
  if (item instanceof Uint8Array) return `Uint8Array ${Buffer.from(item).toString('hex')}`;
  const bytes = ArrayBuffer.isView(item)
    ? Buffer.from(item.buffer, item.byteOffset, item.byteLength)
    : item instanceof ArrayBuffer
      ? Buffer.from(item)
      : null;
  if (bytes === null) throw new TypeError('an unknown leaf');
  return `${Object.prototype.toString.call(item)} ${bytes.toString('hex')}`;
}
