/** A cursor over untrusted MessagePack that keeps the bounds of PROTOCOL §8 as it moves. */
import { SerializationError } from '../errors.ts';

const EMPTY = new Uint8Array(0);
const NOTHING = new DataView(EMPTY.buffer);

/** The memory of a larger document is not kept for the next. */
const KEPT_BYTES = 1024 * 1024;

export class Input {
  bytes: Uint8Array = EMPTY;
  pos = 0;
  /**
   * Over all the memory that the document lies in. Results of the core share theirs, so that one view
   * serves many documents.
   */
  view: DataView = NOTHING;
  /** Where the document begins in `view`. */
  private origin = 0;
  // Not `#private`, of which a write is a call until the last of V8's compilers has come to it.
  private end = 0;
  /** Slots the headers may still declare: together at most the document's length − 1. */
  private slots = 0;
  readonly #keeps: boolean;

  /** @param keeps the view stays between documents, for an owner that calls `wipe` in the end */
  constructor(keeps = false) {
    this.#keeps = keeps;
  }

  start(document: Uint8Array): void {
    const { buffer } = document;
    if (buffer !== this.view.buffer) this.view = new DataView(buffer);
    this.origin = document.byteOffset;
    this.bytes = document;
    this.pos = 0;
    this.end = document.length;
    this.slots = document.length - 1;
  }

  /** Drops the document, so that the codec does not keep a plaintext alive. */
  release(): void {
    this.bytes = EMPTY;
    if (!this.#keeps || this.view.byteLength > KEPT_BYTES) this.wipe();
  }

  /** Drops the view, too. */
  wipe(): void {
    this.view = NOTHING;
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
    return this.view.getUint16(this.fixed(2));
  }

  uint32(): number {
    return this.view.getUint32(this.fixed(4));
  }

  /** Moves over so many bytes and answers where they begin in `view`. */
  fixed(size: 2 | 4 | 8): number {
    return this.origin + this.skipFixed(size);
  }

  /**
   * Moves over a header and the text it announces where they are what comes next; else stays. Reads up
   * to three bytes behind them, whatever they are, and lets them count for nothing.
   * @param words both, big-endian, with zeros up to a multiple of four
   * @param lastMask the bits of the last word that are no such zeros
   */
  takeIf(words: Int32Array, size: number, lastMask: number): boolean {
    const { view, pos } = this;
    const at = this.origin + pos;
    const last = words.length - 1;
    if (pos + size > this.end || at + 4 * words.length > view.byteLength) return false;
    for (let i = 0; i < last; i++) {
      if (view.getInt32(at + 4 * i) !== words[i]) return false;
    }
    if ((view.getInt32(at + 4 * last) & lastMask) !== words[last]) return false;
    this.pos = pos + size;
    return true;
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
