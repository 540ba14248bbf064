/** Sentinel maps back to the values they stand for (PROTOCOL §2, WIRE-20). */
import { SerializationError } from '../errors.ts';
import { BINARY_SENTINELS, createBinary } from './binary-types.ts';
import { parseInstant } from './iso.ts';
import { PlainDate, PlainTime } from './plain-temporal.ts';
import { BIGINT, DATE, DATETIME, MAP, OBJECT, SET, TIME, VALUE_KEY } from './sentinel-names.ts';
import { setProperty } from './set-property.ts';

/** 4096 bits in decimal, with a sign. */
const BIGINT_TEXT = /^-?\d{1,1234}$/;

const REVIVERS: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  [DATETIME, reviveDate],
  [DATE, (value: unknown) => new PlainDate(text(value))],
  [TIME, (value: unknown) => new PlainTime(text(value))],
  [BIGINT, reviveBigInt],
  [MAP, (value: unknown) => new Map(pairs(value))],
  [SET, (value: unknown) => new Set(items(value))],
  [OBJECT, reviveObject],
  ...BINARY_SENTINELS.map((name): [string, (value: unknown) => unknown] => [
    name,
    (v) => createBinary(name, binary(v)),
  ]),
]);

export function isKnownSentinel(name: string): boolean {
  return REVIVERS.has(name);
}

/**
 * Turns a decoded map of two entries, one of them named like a sentinel, into its value. What has
 * not exactly the sentinel's shape stays the plain object that it is; a sentinel whose value cannot
 * be right is refused, because a reader that guesses returns another type than was stored.
 */
export function revive(record: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(record);
  const name = names[0] === VALUE_KEY ? names[1] : names[0];
  if (names.length !== 2 || name === undefined || !Object.hasOwn(record, VALUE_KEY)) return record;
  const reviver = REVIVERS.get(name);
  if (reviver === undefined || record[name] !== true) return record;
  return reviver(record[VALUE_KEY]);
}

function reviveDate(value: unknown): Date {
  const ms = parseInstant(text(value));
  if (Number.isNaN(ms)) refuseSentinel();
  return new Date(ms);
}

function reviveBigInt(value: unknown): bigint {
  const digits = text(value);
  if (!BIGINT_TEXT.test(digits)) refuseSentinel();
  return BigInt(digits);
}

function reviveObject(value: unknown): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, item] of pairs(value)) setProperty(record, text(name), item);
  return record;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : refuseSentinel();
}

function binary(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : refuseSentinel();
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : refuseSentinel();
}

function pairs(value: unknown): [unknown, unknown][] {
  return items(value).map((pair): [unknown, unknown] => {
    const members = items(pair);
    return members.length === 2 ? [members[0], members[1]] : refuseSentinel();
  });
}

function refuseSentinel(): never {
  throw new SerializationError('A stored sentinel map does not hold a value of its kind');
}
