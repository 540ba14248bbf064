/** Canonical MessagePack of arguments and of values (PROTOCOL §7.3, §7.3a, §7.4). */

import type { Entry, Item } from '../../js/conformance/interop-model.ts';
import { bigEndian, concat, hex, utf8 } from './bytes.ts';
import { header } from './msgpack-header.ts';
import { refuse } from './protocol-error.ts';

/** Numbers of arguments are equal where their values are; those of values keep their kind. */
type Profile = 'argument' | 'value';

const int64Min = -(2n ** 63n);
const uint64End = 2n ** 64n;

export function canonicalArguments(args: readonly Item[]): Uint8Array {
  return limited({ is: 'list', items: args }, 'argument');
}

export function canonicalValue(value: Item): Uint8Array {
  return limited(value, 'value');
}

const maxBytes = 1024 * 1024;
const maxEntries = 10_000;
/** Arrays, maps and sets inside of each other. */
const maxDepth = { argument: 50, value: 100 };

function limited(item: Item, profile: Profile): Uint8Array {
  if (depthOf(item) > maxDepth[profile]) refuse('kBoundsDepth');
  const bytes = write(item, profile);
  if (bytes.length > maxBytes) refuse('kInputTooLarge');
  return bytes;
}

function depthOf(item: Item): number {
  const inner = childrenOf(item);
  if (inner === null) return 0;
  if (inner.length > maxEntries) refuse('kBoundsSlots');
  return 1 + Math.max(0, ...inner.map(depthOf));
}

function childrenOf(item: Item): readonly Item[] | null {
  if (item.is === 'list' || item.is === 'set') return item.items;
  return item.is === 'map' ? item.entries.map(([, value]) => value) : null;
}

function write(item: Item, profile: Profile): Uint8Array {
  switch (item.is) {
    case 'null':
      return Uint8Array.of(0xc0);
    case 'bool':
      return Uint8Array.of(item.value ? 0xc3 : 0xc2);
    case 'int':
      return integer(item.value);
    case 'float':
      return real(item.value, profile);
    case 'instant':
      if (profile === 'value') throw new TypeError('a value holds instants as sentinel maps');
      return real(Number(item.value) / 1e6, profile);
    case 'text':
      return text(item.text);
    case 'uuid':
      return text(item.text.toLowerCase());
    case 'bytes':
      return concat(header('bin', item.bytes.length), item.bytes);
    case 'list':
      return list(item.items.map((inner) => write(inner, profile)));
    case 'set':
      return list(distinct(item.items.map((inner) => write(inner, profile))));
    case 'map':
      return map(item.entries, profile);
    case 'ext':
      throw new TypeError('extensions are read, never written');
  }
}

function integer(value: bigint): Uint8Array {
  if (value < int64Min || value >= uint64End) refuse('kInvalidArgument');
  if (value >= -32n && value < 128n) return bigEndian(value & 0xffn, 1);
  const bits = (width: number): bigint => BigInt(8 * width);
  const holds = (width: number): boolean =>
    value < 0n ? value >= -(1n << (bits(width) - 1n)) : value < 1n << bits(width);
  const width = [1, 2, 4, 8].find(holds) ?? 8;
  const marker = (value < 0n ? 0xd0 : 0xcc) + Math.log2(width);
  return concat(Uint8Array.of(marker), bigEndian(BigInt.asUintN(8 * width, value), width));
}

function real(value: number, profile: Profile): Uint8Array {
  if (!Number.isFinite(value)) refuse('kNumberNotFinite');
  if (profile === 'argument' && Number.isInteger(value)) {
    const whole = BigInt(value);
    if (whole >= int64Min && whole < uint64End) return integer(whole);
  }
  const bytes = new Uint8Array(9);
  bytes[0] = 0xcb;
  new DataView(bytes.buffer).setFloat64(1, value);
  return bytes;
}

function text(value: string): Uint8Array {
  // One code point after another: a half of a surrogate pair is one of its own.
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff) refuse('kInvalidArgument');
  }
  const bytes = utf8(value);
  return concat(header('str', bytes.length), bytes);
}

function map(entries: readonly Entry[], profile: Profile): Uint8Array {
  const pairs = entries.map(([key, value]) => {
    if (key.is !== 'text') return refuse('kInvalidArgument');
    return { order: hex(utf8(key.text)), bytes: concat(text(key.text), write(value, profile)) };
  });
  pairs.sort((a, b) => (a.order < b.order ? -1 : 1));
  return concat(header('map', pairs.length), ...pairs.map(({ bytes }) => bytes));
}

function list(items: readonly Uint8Array[]): Uint8Array {
  return concat(header('array', items.length), ...items);
}

function distinct(items: readonly Uint8Array[]): readonly Uint8Array[] {
  const byHex = new Map(items.map((item) => [hex(item), item]));
  return [...byHex.keys()].sort().map((key) => byHex.get(key) ?? refuse('kInvalidArgument'));
}
