import { resolveOptionalTtl, resolveTtl } from '../config/ttl.ts';
import { ConfigurationError, ValueTooLargeError } from '../errors.ts';
import { millisecondsWithin } from '../reliability/numbers.ts';
import type { LockableBackend, StoredEntry, TTLBackend } from './backend.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { closedError } from './closed.ts';
import { utf8Length } from './utf8-length.ts';
import { type D1DatabaseLike, D1Rows, type Row } from './workers-d1-rows.ts';
import { D1Table, type Statement } from './workers-d1-sql.ts';
import {
  type ResolvedStoreOptions,
  resolveStoreOptions,
  type WorkersStoreOptions,
} from './workers-options.ts';

export interface WorkersD1BackendOptions extends WorkersStoreOptions {
  /** The binding. */
  database: D1DatabaseLike;
  /** The table to store in; made when it is not there. Default `sealcache`. */
  table?: string;
}

/** Of D1, for a row; the rest is for what SQLite adds. */
const MAX_ROW_BYTES = 2_000_000 - 100;

/**
 * Cloudflare D1: a store that is exact. Reads see the last write everywhere, TTLs are kept to the
 * millisecond of the Workers' clocks, locks have one holder. It is slower than KV far from where the
 * database lies, and writes to one database go one after another. Key and value, by a third larger, must
 * fit 2,000,000 bytes together: values up to about 1.4 MiB.
 *
 * All is in one table. Each write also removes some rows that are over, so that they do not pile up.
 */
export class WorkersD1Backend implements TTLBackend, LockableBackend {
  readonly keyPrefix: string;
  readonly #rows: D1Rows;
  readonly #table: D1Table;
  readonly #options: ResolvedStoreOptions;
  #closed = false;

  /** @throws {ConfigurationError} for unknown or unfit options */
  constructor(options: WorkersD1BackendOptions) {
    this.#options = resolveStoreOptions(options, 'workersD1()', ['database', 'table']);
    this.#table = new D1Table(options.table ?? 'sealcache');
    this.#rows = new D1Rows(options.database, this.#table.create());
    this.keyPrefix = this.#options.keyPrefix;
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.getWithTtl(key))?.bytes ?? null;
  }

  async getWithTtl(key: string): Promise<StoredEntry | null> {
    const row = await this.#live(key, this.#table.read(this.#rowKey(key)));
    const bytes = fromBase64(row?.value ?? '!');
    if (row === null || bytes === null) return null;
    if (row.deadline === null) return { bytes };
    return { bytes, remainingTtl: (row.deadline - this.#options.now()) / 1000 };
  }

  async getMany(keys: readonly string[]): Promise<(Uint8Array | null)[]> {
    const rowKeys = keys.map((key) => this.#rowKey(key));
    const statements = this.#table.readMany([...new Set(rowKeys)], this.#options.now());
    const found = new Map<string, string>();
    for (const rows of await this.#rows.all('read entries', statements)) {
      for (const { key, value } of rows) found.set(key ?? '', value ?? '!');
    }
    return rowKeys.map((rowKey) => fromBase64(found.get(rowKey) ?? '!'));
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    await this.setMany([[key, value]], ttlSeconds);
  }

  /** All or none. */
  async setMany(
    entries: readonly (readonly [string, Uint8Array])[],
    ttlSeconds?: number,
  ): Promise<void> {
    const { defaultTtl, now } = this.#options;
    const ttl = resolveOptionalTtl(ttlSeconds) ?? defaultTtl;
    const deadline = ttl === undefined ? null : Math.floor(now() + ttl * 1000);
    const writes = entries.map(([key, value]) => this.#writing(key, value, deadline));
    await this.#rows.all('store entries', [this.#table.sweep(now()), ...writes]);
  }

  async delete(key: string): Promise<boolean> {
    return (await this.deleteMany([key])) === 1;
  }

  async deleteMany(keys: readonly string[]): Promise<number> {
    const statements = this.#table.remove(keys.map((key) => this.#rowKey(key)));
    const removed = await this.#rows.all('delete entries', statements);
    return removed.flat().filter((row) => !this.#isOver(row)).length;
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#live(key, this.#table.readDeadline(this.#rowKey(key)))) !== null;
  }

  async getTTL(key: string): Promise<number | null> {
    const row = await this.#live(key, this.#table.readDeadline(this.#rowKey(key)));
    if (row === null || row.deadline === null) return null;
    return Math.ceil((row.deadline - this.#options.now()) / 1000);
  }

  async refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    const rowKey = this.#rowKey(key);
    const now = this.#options.now();
    const deadline = Math.floor(now + resolveTtl(ttlSeconds, 'ttl') * 1000);
    const changes = await this.#rows.changes('extend an entry', [
      this.#table.removeOver(rowKey, now),
      this.#table.extend(rowKey, deadline),
    ]);
    return changes === 1;
  }

  async acquireLock(key: string, timeoutMs: number): Promise<string | null> {
    const rowKey = this.#rowKey(key);
    const lasts = millisecondsWithin(timeoutMs, 1, 'the timeout of a lock');
    const now = this.#options.now();
    const token = crypto.randomUUID();
    const changes = await this.#rows.changes('take a lock', [
      this.#table.sweep(now),
      this.#table.lock(rowKey, token, Math.floor(now + lasts), now),
    ]);
    return changes === 1 ? token : null;
  }

  async releaseLock(key: string, lockId: string): Promise<boolean> {
    const rowKey = this.#rowKey(key);
    if (typeof lockId !== 'string' || lockId === '') return false;
    const [rows] = await this.#rows.all('release a lock', [this.#table.unlock(rowKey, lockId)]);
    const [row] = rows ?? [];
    return row !== undefined && !this.#isOver(row);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  validateKey(key: string): void {
    const rowKey = this.keyPrefix + key;
    if (!rowKey.isWellFormed()) {
      throw new ConfigurationError('a key must not hold lone surrogates');
    }
    if (rowKey.length > MAX_ROW_BYTES || utf8Length(rowKey) > MAX_ROW_BYTES) {
      throw new ConfigurationError(`D1 takes keys of up to ${MAX_ROW_BYTES} bytes of UTF-8`);
    }
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
  }

  /** The row of an entry; one that is over is removed, unless it was written anew meanwhile. */
  async #live(key: string, statement: Statement): Promise<Row | null> {
    const [rows] = await this.#rows.all('read an entry', [statement]);
    const [row] = rows ?? [];
    if (row === undefined) return null;
    if (!this.#isOver(row)) return row;
    const removing = [this.#table.removeOver(this.#rowKey(key), this.#options.now())];
    // That it stays is no reason to fail a read.
    await this.#rows.all('remove an entry', removing).catch(() => {});
    return null;
  }

  #isOver({ deadline }: Row): boolean {
    return deadline !== null && deadline <= this.#options.now();
  }

  #writing(key: string, value: Uint8Array, deadline: number | null): Statement {
    const rowKey = this.#rowKey(key);
    const size = utf8Length(rowKey) + Math.ceil(value.byteLength / 3) * 4;
    if (size > MAX_ROW_BYTES) {
      throw new ValueTooLargeError(
        `D1 holds rows of up to ${MAX_ROW_BYTES} bytes, the value in base64`,
      );
    }
    return this.#table.write(rowKey, toBase64(value), deadline);
  }

  #rowKey(key: string): string {
    if (this.#closed) throw closedError();
    this.validateKey(key);
    return this.keyPrefix + key;
  }
}

/**
 * A store in D1: `workersD1({ database: env.DATABASE })`.
 * @throws {ConfigurationError} for unknown or unfit options
 */
export function workersD1(options: WorkersD1BackendOptions): WorkersD1Backend {
  return new WorkersD1Backend(options);
}
