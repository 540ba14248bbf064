import { coreError } from './core-error.ts';

const SLAB_BYTES = 64 * 1024;
/** A result above this gets its own memory: it would leave too much of a slab unused. */
const LARGEST_SHARE = SLAB_BYTES / 4;

/**
 * Memory for the results of the native core, cut from a kept slab, because creating a typed array's
 * memory costs more than sealing a small value. A used-up slab is replaced, never used again, so a
 * result is its receiver's for good. It keeps its slab of 64 KiB alive, though: whoever stores one for
 * long copies it.
 */
export class OutputSlab {
  /** Where the next result begins in `bytes`; the core writes there. */
  offset = 0;
  bytes = new Uint8Array(SLAB_BYTES);
  #own: Uint8Array | null = null;

  /** Given to the core for results that do not fit. A field, so that no call creates it. */
  readonly allocate = (size: number): Uint8Array => {
    this.#own = size > LARGEST_SHARE ? new Uint8Array(size) : this.#replace(size);
    return this.#own;
  };

  /**
   * The result the core just wrote.
   * @param size what the core returned: bytes, or a negative error number, which is thrown
   */
  take(size: number): Uint8Array {
    const own = this.#own;
    if (own !== null) {
      this.#own = null;
      if (size >= 0) return own;
    }
    if (size < 0) throw coreError(-size);
    const start = this.offset;
    this.offset = start + size;
    return this.bytes.subarray(start, start + size);
  }

  #replace(size: number): Uint8Array {
    this.bytes = new Uint8Array(SLAB_BYTES);
    this.offset = size;
    return this.bytes.subarray(0, size);
  }
}
