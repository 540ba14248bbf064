/** The first of the lone halves of surrogate pairs, which are not code points of any text. */
const SURROGATES = 0xd800;
const SURROGATE_COUNT = 0x800;
const CODE_POINTS = 0x110000 - SURROGATE_COUNT;

/** The same numbers in each run, so that a failure comes back (Xorshift). */
export class Random {
  #state = 0x9e3779b9;

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  /** Of all planes, half of it ASCII. */
  text(length: number): string {
    return Array.from({ length }, () => String.fromCodePoint(this.#codePoint())).join('');
  }

  #codePoint(): number {
    if (this.below(2) === 0) return this.below(128);
    const point = this.below(CODE_POINTS);
    return point < SURROGATES ? point : point + SURROGATE_COUNT;
  }
}
