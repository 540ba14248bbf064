/**
 * Memory for small byte arrays, many of which share a chunk: to make one of its own for each costs the
 * platform as much as sealing the entry. A chunk lives as long as one of its parts is held, so what is
 * held of all chunks is counted against what is in use in them.
 */

/** What shares memory. */
export interface Chunk {
  readonly bytes: Uint8Array;
  /** Bytes of its parts that are held. */
  live: number;
}

/** A copy, and the chunk it lies in; `null` for one with memory of its own. */
export interface Part {
  readonly bytes: Uint8Array;
  readonly chunk: Chunk | null;
}

export const CHUNK_BYTES = 8192;
/** Larger copies have memory of their own, which then costs little beside the copying. */
const LARGEST_PART = 1024;
/** Of a chunk with less in use, the rest is better copied elsewhere. */
const SPARSE_BYTES = CHUNK_BYTES / 4;
/** So much may be held in vain, whatever is in use. */
const TOLERATED_BYTES = 32 * CHUNK_BYTES;

/** Not shared between threads. */
export class Arena {
  // Not `#private`, of which a write is a call until the last of V8's compilers has come to it.
  private chunk: Chunk = { bytes: new Uint8Array(0), live: 0 };
  private used = 0;
  private heldBytes = 0;
  private liveBytes = 0;

  /** Not counted before `hold`. */
  copy(bytes: Uint8Array): Part {
    const size = bytes.length;
    if (size > LARGEST_PART) return { bytes: new Uint8Array(bytes), chunk: null };
    if (this.used + size > this.chunk.bytes.length) {
      this.chunk = { bytes: new Uint8Array(CHUNK_BYTES), live: 0 };
      this.used = 0;
    }
    const { chunk, used } = this;
    chunk.bytes.set(bytes, used);
    this.used = used + size;
    return { bytes: chunk.bytes.subarray(used, used + size), chunk };
  }

  hold(chunk: Chunk, size: number): void {
    if (chunk.live === 0) this.heldBytes += CHUNK_BYTES;
    chunk.live += size;
    this.liveBytes += size;
  }

  release(chunk: Chunk, size: number): void {
    chunk.live -= size;
    this.liveBytes -= size;
    if (chunk.live === 0) this.heldBytes -= CHUNK_BYTES;
  }

  /** Whether chunks hold much more than what is in use in them. */
  get wasteful(): boolean {
    return this.heldBytes > 4 * this.liveBytes + TOLERATED_BYTES;
  }

  /** Whether the parts of a chunk are to be copied out of it, so that it can go. */
  isSparse(chunk: Chunk): boolean {
    return chunk.live < SPARSE_BYTES && chunk !== this.chunk;
  }
}
