/** A cursor over untrusted MessagePack that keeps the bounds of PROTOCOL §8 as it moves. */
import { SerializationError } from '../errors.ts';

const EMPTY = new Uint8Array(0);

export class Input {
  bytes: Uint8Array = EMPTY;
  pos = 0;
  // Not `#private`, of which a write is a call until the last of V8's compilers has come to it.
  private end = 0;
  /** Slots the headers may still declare: together at most the document's length − 1. */
  private slots = 0;
  readonly #scratch = new Uint8Array(8);
  readonly #view = new DataView(this.#scratch.buffer);

  start(document: Uint8Array): void {
    this.bytes = document;
    this.pos = 0;
    this.end = document.length;
    this.slots = document.length - 1;
  }

  /** Drops the document, so that the codec does not keep a plaintext alive. */
  release(): void {
    this.bytes = EMPTY;
  }

  /**
   * Takes `count` declared children or bytes off the budget before anything is made for them. The
   * sum is over all headers: checking each one alone lets nested headers declare far more together.
   * Sums of at most 2^33 per header stay exact in a double.
   */
  claim(count: number): void {
    this.slots -= count;
    if (this.slots < 0) refuse('its headers declare more than its bytes can hold');
  }

  byte(): number {
    this.#need(1);
    return this.bytes[this.pos++] ?? 0;
  }

  uint16(): number {
    this.#need(2);
    const { bytes, pos } = this;
    this.pos = pos + 2;
    return ((bytes[pos] ?? 0) << 8) | (bytes[pos + 1] ?? 0);
  }

  uint32(): number {
    return this.uint16() * 0x10000 + this.uint16();
  }

  /** The next eight bytes, for any 64-bit or (its first four) 32-bit read. */
  wide(size: 4 | 8): DataView {
    this.#need(size);
    const { bytes, pos } = this;
    const scratch = this.#scratch;
    for (let i = 0; i < size; i++) scratch[i] = bytes[pos + i] ?? 0;
    this.pos = pos + size;
    return this.#view;
  }

  /** Moves over `size` declared bytes and answers where they begin. */
  skip(size: number): number {
    this.claim(size);
    return this.skipFixed(size);
  }

  /** The same for a payload whose size its marker says: it declares no slots. */
  skipFixed(size: number): number {
    this.#need(size);
    const start = this.pos;
    this.pos = start + size;
    return start;
  }

  expectEnd(): void {
    if (this.pos !== this.end) refuse('bytes follow the value');
  }

  #need(size: number): void {
    if (this.pos + size > this.end) refuse('it ends inside a value');
  }
}

export function refuse(reason: string): never {
  throw new SerializationError(`The stored MessagePack was refused: ${reason} (decode pre-scan)`);
}
