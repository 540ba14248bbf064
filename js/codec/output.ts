/** The kept buffer an encoder writes into. */
import { ValueTooLargeError } from '../errors.ts';

const INITIAL_BYTES = 4096;
/** A buffer grown beyond this by one large value is not kept for the next. */
const KEPT_BYTES = 1024 * 1024;
/** Longer views are made anew each time, so that the kept ones stay few. */
const LARGEST_KEPT_VIEW = 512;
/**
 * Room past the limit, so that small writes may reserve their worst case (a short string: 2 + 3 × 64
 * bytes) without refusing a value that fits exactly; `finish` compares what was really written.
 */
const SLACK_BYTES = 256;

export class Output {
  bytes: Uint8Array;
  view: DataView;
  pos = 0;
  readonly limit: number;
  /** By length: making a view costs more than writing a short value. */
  readonly #views: (Uint8Array | undefined)[] = [];

  constructor(limit: number) {
    this.limit = limit;
    this.bytes = new Uint8Array(Math.min(INITIAL_BYTES, limit + SLACK_BYTES));
    this.view = new DataView(this.bytes.buffer);
  }

  /** Starts the next value, at the front of the same buffer. */
  restart(): void {
    this.pos = 0;
    if (this.bytes.length > KEPT_BYTES + SLACK_BYTES) this.#replace(INITIAL_BYTES);
  }

  /** Makes sure `count` more bytes can be written at `pos`. */
  reserve(count: number): void {
    if (this.pos + count > this.bytes.length) this.#grow(this.pos + count);
  }

  /** A view of what was written, valid until the next `restart`. */
  finish(): Uint8Array {
    const size = this.pos;
    if (size > this.limit) this.refuse();
    if (size > LARGEST_KEPT_VIEW) return this.bytes.subarray(0, size);
    let view = this.#views[size];
    if (view === undefined || view.buffer !== this.bytes.buffer) {
      view = this.bytes.subarray(0, size);
      this.#views[size] = view;
    }
    return view;
  }

  refuse(): never {
    throw new ValueTooLargeError(
      `The encoded value exceeds serializer.maxEncodedSize (${this.limit} bytes); store less or raise the limit`,
    );
  }

  /** Overwrites the buffer, which still holds the last value, with zeros. */
  wipe(): void {
    this.bytes.fill(0);
    this.pos = 0;
  }

  #grow(needed: number): void {
    const most = this.limit + SLACK_BYTES;
    if (needed > most) this.refuse();
    const old = this.bytes.subarray(0, this.pos);
    this.#replace(Math.min(Math.max(needed, this.bytes.length * 2), most));
    this.bytes.set(old);
  }

  #replace(size: number): void {
    const bytes = new Uint8Array(size);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
