import { evict, type FolderContent, listEntries } from './file-evict.ts';

/** How often the folder is looked through for what other processes have written, milliseconds. */
const LOOK_INTERVAL_MS = 60_000;
/** A large folder takes long to look through: at most this part of the time goes into it. */
const MOST_TIME = 1 / 20;
/** From which part of the bound on entries are removed, and down to which: not for every write. */
const HIGH_WATER = 0.95;
const LOW_WATER = 0.9;

/**
 * Keeps the files of a folder below a bound. It adds up what this process writes and looks through
 * the folder only when that nears the bound, and once a minute. The sum may be too high, because
 * it is not told of removals; for what others write it may be too low for a minute.
 */
export class FileBudget {
  readonly #folder: string;
  readonly #maxBytes: number;
  #bytes = 0;
  /** The bound, or more where the folder holds what may not be removed. */
  #limit: number;
  #lookAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;

  /** @param maxBytes `Infinity` for no bound */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#limit = maxBytes;
  }

  get bounded(): boolean {
    return this.#maxBytes !== Number.POSITIVE_INFINITY;
  }

  /**
   * Counts what a write has added. Looks and removals go on behind it; it waits for them only where
   * the bound is passed, so that writers cannot outrun them. Never rejects.
   */
  async added(bytes: number): Promise<void> {
    if (!this.bounded) return;
    this.#bytes += bytes;
    if (this.#bytes > this.#limit) {
      // The one that runs began before this write was counted.
      await this.#running;
      if (this.#bytes > this.#limit) await this.#collect();
    } else if (this.#nearsLimit() || performance.now() >= this.#lookAt) {
      void this.#collect();
    }
  }

  /** Until no look through the folder is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  #collect(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  #nearsLimit(): boolean {
    return this.#bytes > this.#limit - this.#maxBytes * (1 - HIGH_WATER);
  }

  async #run(): Promise<void> {
    const counted = this.#bytes;
    const began = performance.now();
    let left = counted;
    try {
      left = await this.#reduce(await listEntries(this.#folder), this.#nearsLimit());
    } catch {
      // The folder is gone or closed to us: whoever reads or writes next is told.
    }
    // What was written meanwhile comes on top, whether or not it was seen.
    this.#bytes = left + (this.#bytes - counted);
    this.#limit = Math.max(this.#maxBytes, left + this.#maxBytes * (1 - LOW_WATER));
    const took = performance.now() - began;
    this.#lookAt = began + Math.max(LOOK_INTERVAL_MS, took / MOST_TIME);
  }

  /**
   * Once writes have neared the bound, there is room for more before the next look, even where their
   * sum was too high; else every write could near it anew.
   */
  async #reduce(content: FolderContent, near: boolean): Promise<number> {
    const low = Math.floor(this.#maxBytes * LOW_WATER);
    if (content.total <= (near ? low : this.#maxBytes * HIGH_WATER)) return content.total;
    return await evict(this.#folder, content, low, this.#maxBytes);
  }
}
