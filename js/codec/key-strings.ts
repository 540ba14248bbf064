/** Decoded property names, kept because records repeat them. */
import { readString } from './read-string.ts';
import { isKnownSentinel } from './revive.ts';
import { lastWordMask, wordsOf } from './words.ts';

/** Direct-mapped: names that share a slot only replace each other. A power of two. */
const SLOTS = 512;
const MAX_NAME_BYTES = 64;
/** Records at this many levels are told apart; deeper ones share. A power of two. */
const LEVELS = 8;
/** Of one record; the names behind them are searched for each time. */
const MOST_EXPECTED = 64;

export interface PropertyName {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Shortest header and bytes, then zeros up to a multiple of four; of names up to 64 bytes. */
  readonly words: Int32Array;
  /** Bytes of header and name. */
  readonly encodedSize: number;
  /** Of the last word, the bits that are no zeros of ours. */
  readonly lastMask: number;
  /** Bytes of the name alone. */
  readonly size: number;
  /** `Object.prototype` has it (`__proto__`, `constructor` …), or a sentinel may begin with it. */
  readonly special: boolean;
}

export class KeyStrings {
  readonly #slots: (PropertyName | undefined)[] = new Array<undefined>(SLOTS).fill(undefined);
  readonly #levels: (PropertyName | undefined)[][] = Array.from({ length: LEVELS }, () => []);

  /**
   * The names of the last record at this depth, by position: rows of a list have the same names in the
   * same order, so what comes next is mostly known before it is read.
   */
  lastAt(depth: number): readonly (PropertyName | undefined)[] {
    return this.#levels[depth & (LEVELS - 1)] ?? [];
  }

  /** A name that `lastAt` does not have at that position. */
  read(
    bytes: Uint8Array,
    start: number,
    size: number,
    depth: number,
    position: number,
  ): PropertyName {
    const name = this.#find(bytes, start, size);
    const level = this.#levels[depth & (LEVELS - 1)];
    if (level !== undefined && position <= level.length && isKept(size, position)) {
      level[position] = name;
    }
    return name;
  }

  #find(bytes: Uint8Array, start: number, size: number): PropertyName {
    if (size === 0 || size > MAX_NAME_BYTES) return describe(bytes, start, size);
    const last = start + size - 1;
    const middle = start + (size >> 1);
    const hash =
      size + (bytes[start] ?? 0) * 5 + (bytes[middle] ?? 0) * 31 + (bytes[last] ?? 0) * 17;
    const slot = hash & (SLOTS - 1);
    const known = this.#slots[slot];
    if (known !== undefined && equals(known.bytes, bytes, start, size)) return known;
    const name = describe(bytes, start, size);
    this.#slots[slot] = name;
    return name;
  }

  /** Forgets all names, which are part of what callers stored. */
  clear(): void {
    this.#slots.fill(undefined);
    for (const level of this.#levels) level.length = 0;
  }
}

function isKept(size: number, position: number): boolean {
  return size <= MAX_NAME_BYTES && position < MOST_EXPECTED;
}

function equals(name: Uint8Array, bytes: Uint8Array, start: number, size: number): boolean {
  if (name.length !== size) return false;
  for (let i = 0; i < size; i++) {
    if (name[i] !== bytes[start + i]) return false;
  }
  return true;
}

function describe(bytes: Uint8Array, start: number, size: number): PropertyName {
  const text = nameOf(readString(bytes, start, size));
  const own = copyBytes(bytes, start, size);
  const encoded = size < 32 ? [0xa0 | size, ...own] : [0xd9, size, ...own];
  return {
    bytes: own,
    text,
    words: wordsOf(Uint8Array.from(encoded)),
    encodedSize: encoded.length,
    lastMask: lastWordMask(encoded.length),
    size,
    special: text in Object.prototype || isKnownSentinel(text),
  };
}

/** The very string that V8 uses as the name: with an equal one every access would search for it. */
function nameOf(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}

/** A copy in memory of its own. `slice` of a Buffer would be a view of the same memory. */
export function copyBytes(bytes: Uint8Array, start: number, size: number): Uint8Array {
  const copy = new Uint8Array(size);
  copy.set(bytes.subarray(start, start + size));
  return copy;
}
