import { coreError } from './core-error.ts';

const SLAB_BYTES = 64 * 1024;
/** A result above this gets its own memory: it would leave too much of a slab unused. */
const LARGEST_SHARE = SLAB_BYTES / 4;

/**
 * Called with the memory of each new slab: whoever transferred the memory of one result to another
 * thread would take all results of the slab away from their owners.
 */
export type ProtectSlab = (memory: ArrayBuffer) => void;

/**
 * Memory for the results of the native core, cut from a kept slab, because creating a typed array's
 * memory costs more than sealing a small value. A used-up slab is replaced, never used again, so a
 * result is its receiver's for good. It keeps its slab of 64 KiB alive, though, and its `buffer` shows
 * the neighbours: whoever stores one for long, or hands over the whole buffer, copies it first.
 */
export class OutputSlab {
  /** Where the next result begins in `bytes`; the core writes there. */
  offset = 0;
  bytes: Uint8Array;
  readonly #protect: ProtectSlab;
  #own: Uint8Array | null = null;

  constructor(protect: ProtectSlab = () => undefined) {
    this.#protect = protect;
    this.bytes = this.#create();
  }

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
    this.bytes = this.#create();
    this.offset = size;
    return this.bytes.subarray(0, size);
  }

  #create(): Uint8Array {
    const slab = new Uint8Array(SLAB_BYTES);
    this.#protect(slab.buffer);
    return slab;
  }
}
