/** Decoded property names, kept because records repeat them. */
import { readString } from './read-string.ts';
import { isKnownSentinel } from './revive.ts';

/** Direct-mapped: names that share a slot only replace each other. A power of two. */
const SLOTS = 512;
const MAX_NAME_BYTES = 64;

export interface PropertyName {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** `Object.prototype` has it (`__proto__`, `constructor` …): assigning may do something else. */
  readonly inherited: boolean;
  readonly sentinel: boolean;
}

export class KeyStrings {
  readonly #slots: (PropertyName | undefined)[] = new Array<undefined>(SLOTS).fill(undefined);

  read(bytes: Uint8Array, start: number, size: number): PropertyName {
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
  }
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
  return {
    bytes: copyBytes(bytes, start, size),
    text,
    inherited: text in Object.prototype,
    sentinel: isKnownSentinel(text),
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
