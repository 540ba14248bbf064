import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { isThenable } from '../core/thenable.ts';
import { BackendError, ConfigurationError, ValueTooLargeError } from '../errors.ts';
import type { Backend } from './backend.ts';
import { closedError } from './closed.ts';
import { prepareDirectory, sweepOrphans } from './file-directory.ts';
import { fileError, systemCode } from './file-error.ts';
import { FILE_HEADER_BYTES, fileExpiry, writeFileHeader } from './file-header.ts';
import { type FileBackendOptions, type HashKey, resolveFileOptions } from './file-options.ts';
import { entryExists, readEntry } from './file-read.ts';
import { writeEntry } from './file-write.ts';

/** How often a store in use looks for files of dead writers, milliseconds. */
const SWEEP_INTERVAL_MS = 60_000;

/**
 * One file per entry in a flat folder, in the format of PROTOCOL §11, which other CacheKit SDKs
 * share. Safe between processes: a reader sees a whole entry or none. Deadlines are whole seconds;
 * there is no eviction by size. TTLs are at most ten years. The disk is first touched by the first
 * operation.
 */
export class FileBackend implements Backend {
  readonly #options: Required<FileBackendOptions>;
  readonly #hashKey: HashKey;
  #ready: Promise<void> | null = null;
  #sweepAt = 0;
  #closed = false;

  /** @throws {ConfigurationError} for options out of range or unknown */
  constructor(hashKey: HashKey, options: FileBackendOptions = {}) {
    this.#options = resolveFileOptions(options);
    this.#hashKey = hashKey;
  }

  async get(key: string): Promise<Uint8Array | null> {
    const path = await this.#path(key);
    const { maxValueBytes, now } = this.#options;
    return await attempt('read an entry', () => readEntry(path, maxValueBytes, now() / 1000));
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    const { maxValueBytes, fileMode, now } = this.#options;
    const ttl = resolveOptionalTtl(ttlSeconds);
    if (value.byteLength > maxValueBytes) {
      throw new ValueTooLargeError(
        `the file backend holds values of up to maxValueBytes (${maxValueBytes} bytes)`,
      );
    }
    // Before the first await: the caller may reuse its buffer as soon as the call returns.
    const file = new Uint8Array(FILE_HEADER_BYTES + value.byteLength);
    file.set(value, FILE_HEADER_BYTES);
    const path = await this.#path(key);
    writeFileHeader(file, fileExpiry(now(), ttl));
    await attempt('write an entry', async () => {
      try {
        await writeEntry(path, file, fileMode);
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error;
        // Somebody has removed the whole folder.
        this.#ready = null;
        await this.#prepare();
        await writeEntry(path, file, fileMode);
      }
    });
  }

  async delete(key: string): Promise<boolean> {
    const path = await this.#path(key);
    return await attempt('remove an entry', () => removeEntry(path));
  }

  async exists(key: string): Promise<boolean> {
    const path = await this.#path(key);
    const { maxValueBytes, now } = this.#options;
    return await attempt('read an entry', () => entryExists(path, maxValueBytes, now() / 1000));
  }

  /** Operations that have begun still finish. */
  async close(): Promise<void> {
    this.#closed = true;
  }

  validateKey(key: string): void {
    // UTF-8 would write each of them as U+FFFD: different keys would share a file.
    if (!key.isWellFormed()) throw new ConfigurationError('a key must not hold lone surrogates');
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
  }

  async #path(key: string): Promise<string> {
    if (this.#closed) throw closedError();
    this.validateKey(key);
    const hashed = this.#hashKey(key);
    const name = isThenable(hashed) ? await hashed : hashed;
    if (!/^[0-9a-f]{32}$/.test(name)) {
      throw new BackendError('a file name must be 32 lowercase hex digits', 'permanent');
    }
    await this.#prepare();
    return join(this.#options.cacheDir, name);
  }

  /** A folder that could not be made is tried again by the next operation. */
  async #prepare(): Promise<void> {
    const { cacheDir, dirMode } = this.#options;
    this.#ready ??= attempt('prepare cacheDir', () => prepareDirectory(cacheDir, dirMode));
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = null;
      throw error;
    }
    const now = Date.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_INTERVAL_MS;
    await sweepOrphans(cacheDir);
  }
}

async function removeEntry(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    // A folder of that name is not an entry; systems disagree on what unlink says of one.
    if ((await lstat(path)).isDirectory()) return false;
    throw error;
  }
}

async function attempt<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(action, error);
  }
}
