/** Property names as the bytes they are written as, kept because records repeat them. */
import { Output } from './output.ts';
import { isReservedName, VALUE_KEY } from './sentinel-names.ts';
import { quadsOf } from './words.ts';
import { SHORT_STRING, writeString } from './write-string.ts';

export interface EncodedName {
  readonly name: string;
  /** Header and UTF-8, the first eight bytes, then the others; zeros up to a multiple of eight. */
  readonly head: number;
  readonly rest: Float64Array;
  /** Bytes without the zeros. */
  readonly size: number;
  /** Whether an object that begins with it may look like a sentinel. */
  readonly reserved: boolean;
}

/** Names kept; forgotten together when there are this many. */
const MAX_NAMES = 512;
/** Records at this many levels are told apart; deeper ones share. A power of two. */
const LEVELS = 8;

/**
 * Reading a name's characters costs more than everything else about a property, so each is read once.
 * Rows of a list have the same names in the same order: where the last record at that depth had the
 * name, comparing two pointers finds it.
 */
export class EncodedNames {
  readonly #names = new Map<string, EncodedName>();
  readonly #levels: EncodedName[][] = Array.from({ length: LEVELS }, () => []);
  readonly #out = new Output(5 + 3 * SHORT_STRING);

  /** The names of the last record at this depth, by position. */
  lastAt(depth: number): readonly (EncodedName | undefined)[] {
    return this.#levels[depth & (LEVELS - 1)] ?? [];
  }

  /** For a name that `lastAt` does not have at that position. Throws `SerializationError`. */
  find(name: string, depth: number, position: number): EncodedName {
    const known = this.#names.get(name) ?? this.#encode(name);
    const level = this.#levels[depth & (LEVELS - 1)];
    if (level !== undefined && position <= level.length && position < MAX_NAMES) {
      level[position] = known;
    }
    return known;
  }

  /** Forgets all names, which are part of what callers stored. */
  clear(): void {
    this.#names.clear();
    for (const level of this.#levels) level.length = 0;
    this.#out.wipe();
  }

  #encode(name: string): EncodedName {
    const bytes = this.#bytesOf(name);
    const quads = quadsOf(bytes);
    const known = {
      name,
      head: quads[0] ?? 0,
      rest: quads.slice(1),
      size: bytes.length,
      reserved: isReserved(name),
    };
    if (name.length > SHORT_STRING) return known;
    if (this.#names.size >= MAX_NAMES) this.clear();
    this.#names.set(name, known);
    return known;
  }

  #bytesOf(name: string): Uint8Array {
    const out = name.length > SHORT_STRING ? new Output(5 + 3 * name.length) : this.#out;
    out.restart();
    writeString(out, name);
    return new Uint8Array(out.finish());
  }
}

function isReserved(name: string): boolean {
  return name === VALUE_KEY || isReservedName(name);
}
