import { join } from 'node:path';
import { isThenable } from '../core/thenable.ts';
import { BackendError } from '../errors.ts';
import { prepareDirectory } from './file-directory.ts';
import { attempt, systemCode } from './file-error.ts';
import type { HashKey } from './file-options.ts';
import { sweepOrphans } from './file-sweep.ts';

/** How often a folder in use is looked through for what dead processes have left, milliseconds. */
const SWEEP_INTERVAL_MS = 60_000;

/** The folder of the entries: made when first needed, and again when somebody has removed it. */
export class FileFolder {
  readonly #path: string;
  readonly #mode: number;
  readonly #hashKey: HashKey;
  #ready: Promise<void> | null = null;
  #sweepAt = Number.NEGATIVE_INFINITY;

  /** @param mode permissions of a new folder */
  constructor(path: string, mode: number, hashKey: HashKey) {
    this.#path = path;
    this.#mode = mode;
    this.#hashKey = hashKey;
  }

  /** The path of the key's file, in a folder that is there. */
  async entryPath(key: string): Promise<string> {
    const name = await attempt('name an entry', async () => {
      const hashed = this.#hashKey(key);
      return isThenable(hashed) ? await hashed : hashed;
    });
    if (!/^[0-9a-f]{32}$/.test(name)) {
      throw new BackendError('a file name must be 32 lowercase hex digits', 'permanent');
    }
    await this.#prepare();
    await this.#sweep();
    return join(this.#path, name);
  }

  /** Runs `work`, once more if somebody has removed the whole folder. */
  async write<T>(action: string, work: () => Promise<T>): Promise<T> {
    return await attempt(action, async () => {
      try {
        return await work();
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error;
        this.#ready = null;
        await this.#prepare();
        return await work();
      }
    });
  }

  /** A folder that could not be made is tried again by the next operation. */
  async #prepare(): Promise<void> {
    this.#ready ??= attempt('prepare cacheDir', () => prepareDirectory(this.#path, this.#mode));
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = null;
      throw error;
    }
  }

  async #sweep(): Promise<void> {
    const now = performance.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_INTERVAL_MS;
    await sweepOrphans(this.#path);
  }
}
