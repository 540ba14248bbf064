import { resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { ConfigurationError } from '../errors.ts';
import type { LockableBackend, StoredEntry, TTLBackend } from './backend.ts';
import { closedError } from './closed.ts';
import { FileBudget } from './file-budget.ts';
import { attempt } from './file-error.ts';
import { FileFolder } from './file-folder.ts';
import { FILE_HEADER_BYTES, fileExpiry, writeFileHeader } from './file-header.ts';
import { FileLocks, requireLockTimeout } from './file-locks.ts';
import {
  type FileBackendOptions,
  type HashKey,
  requireValueSize,
  resolveFileOptions,
} from './file-options.ts';
import { changeExpiry, type FileEntry, type FileLook, readEntry, readExpiry } from './file-read.ts';
import { removeEntry } from './file-remove.ts';
import { fileSize, writeEntry } from './file-write.ts';

/**
 * One file per entry in a flat folder, in the format of PROTOCOL §11, which other CacheKit SDKs
 * share. Safe between processes: a reader sees a whole entry or none, and locks hold for all of
 * them. Deadlines are whole seconds; TTLs are at most ten years. Beyond `maxBytes` the least recently
 * used entries are removed. A full disk is a `permanent` `BackendError` that leaves the old entry.
 * The disk is first touched by the first operation.
 */
export class FileBackend implements TTLBackend, LockableBackend {
  readonly #options: Required<FileBackendOptions>;
  readonly #folder: FileFolder;
  readonly #budget: FileBudget;
  readonly #locks: FileLocks;
  #closed = false;

  /** @throws {ConfigurationError} for options out of range or unknown */
  constructor(hashKey: HashKey, options: FileBackendOptions = {}) {
    this.#options = resolveFileOptions(options);
    const { cacheDir, dirMode, fileMode, maxBytes, now } = this.#options;
    this.#folder = new FileFolder(cacheDir, dirMode, hashKey);
    this.#budget = new FileBudget(cacheDir, maxBytes);
    this.#locks = new FileLocks(fileMode, now);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.#read(key))?.bytes ?? null;
  }

  async getWithTtl(key: string): Promise<StoredEntry | null> {
    const entry = await this.#read(key);
    if (entry === null) return null;
    const { bytes, expiry } = entry;
    if (expiry === 0) return { bytes };
    // Of the time when the caller gets it, not when the read began.
    const remainingTtl = expiry - this.#options.now() / 1000;
    return remainingTtl > 0 ? { bytes, remainingTtl } : null;
  }

  /** @throws {ValueTooLargeError} above `maxValueBytes`, or where `maxBytes` holds no such file */
  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    const { fileMode, now } = this.#options;
    const ttl = resolveOptionalTtl(ttlSeconds);
    requireValueSize(value.byteLength, this.#options);
    // Before the first await: the caller may reuse its buffer as soon as the call returns.
    const file = new Uint8Array(FILE_HEADER_BYTES + value.byteLength);
    file.set(value, FILE_HEADER_BYTES);
    const path = await this.#path(key);
    writeFileHeader(file, fileExpiry(now(), ttl));
    const before = this.#budget.bounded ? await fileSize(path) : 0;
    await this.#folder.write('write an entry', () => writeEntry(path, file, fileMode));
    await this.#budget.added(file.length - before);
  }

  async delete(key: string): Promise<boolean> {
    const path = await this.#path(key);
    return await attempt('remove an entry', () => removeEntry(path));
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#expiry(key)) !== null;
  }

  async getTTL(key: string): Promise<number | null> {
    const expiry = await this.#expiry(key);
    if (expiry === null || expiry === 0) return null;
    const seconds = Math.ceil(expiry - this.#options.now() / 1000);
    return seconds > 0 ? seconds : null;
  }

  async refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    const ttl = resolveTtl(ttlSeconds, 'ttl');
    const look = await this.#look(key);
    const expiry = fileExpiry(look.nowSeconds * 1000, ttl);
    return await attempt('change an expiry', () => changeExpiry(look, expiry));
  }

  /** @throws {ConfigurationError} unless `timeoutMs` is above 0 and at most a day */
  async acquireLock(key: string, timeoutMs: number): Promise<string | null> {
    requireLockTimeout(timeoutMs);
    const path = await this.#path(key);
    return await this.#folder.write('take a lock', () => this.#locks.acquire(path, timeoutMs));
  }

  async releaseLock(key: string, lockId: string): Promise<boolean> {
    const path = await this.#path(key);
    return await attempt('give up a lock', () => this.#locks.release(path, lockId));
  }

  /** Operations that have begun still finish; locks that are held end by their time. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#budget.idle();
  }

  validateKey(key: string): void {
    // UTF-8 would write each of them as U+FFFD: different keys would share a file.
    if (!key.isWellFormed()) throw new ConfigurationError('a key must not hold lone surrogates');
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
  }

  async #read(key: string): Promise<FileEntry | null> {
    const look = await this.#look(key);
    return await attempt('read an entry', () => readEntry(look));
  }

  async #expiry(key: string): Promise<number | null> {
    const look = await this.#look(key);
    return await attempt('read an entry', () => readExpiry(look));
  }

  async #look(key: string): Promise<FileLook> {
    const path = await this.#path(key);
    const { maxValueBytes, now } = this.#options;
    return { path, maxValueBytes, nowSeconds: now() / 1000 };
  }

  async #path(key: string): Promise<string> {
    if (this.#closed) throw closedError();
    this.validateKey(key);
    return await this.#folder.entryPath(key);
  }
}
