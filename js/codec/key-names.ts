/** Encoded property names, kept because records repeat them. */
import type { Output } from './output.ts';
import { isReservedName, VALUE_KEY } from './sentinel-names.ts';
import { SHORT_STRING, writeString } from './write-string.ts';

/** Dictionaries with ever new keys must not grow the cache: it starts anew when full. */
const MAX_NAMES = 1024;

interface EncodedName {
  readonly bytes: Uint8Array;
  readonly suspect: boolean;
}

export class KeyNames {
  readonly #names = new Map<string, EncodedName>();

  /** Writes a property name; answers whether an object with it may look like a sentinel. */
  write(out: Output, name: string): boolean {
    if (name.length > SHORT_STRING) {
      writeString(out, name);
      return false;
    }
    const known = this.#names.get(name);
    if (known === undefined) return this.#encode(out, name).suspect;
    const source = known.bytes;
    out.reserve(source.length);
    const target = out.bytes;
    let pos = out.pos;
    for (let i = 0; i < source.length; i++) target[pos++] = source[i] ?? 0;
    out.pos = pos;
    return known.suspect;
  }

  /** Forgets all names, which are part of what callers stored. */
  clear(): void {
    this.#names.clear();
  }

  #encode(out: Output, name: string): EncodedName {
    const start = out.pos;
    writeString(out, name);
    if (this.#names.size >= MAX_NAMES) this.#names.clear();
    const suspect = name === VALUE_KEY || isReservedName(name);
    const encoded = { bytes: out.bytes.slice(start, out.pos), suspect };
    this.#names.set(name, encoded);
    return encoded;
  }
}
