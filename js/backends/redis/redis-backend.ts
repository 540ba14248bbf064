import { randomBytes } from 'node:crypto';
import { resolveOptionalTtl, resolveTtl } from '../../config/ttl.ts';
import { ConfigurationError, ValueTooLargeError } from '../../errors.ts';
import { millisecondsWithin } from '../../reliability/numbers.ts';
import type { LockableBackend, StoredEntry, TTLBackend } from '../backend.ts';
import { closedError } from '../closed.ts';
import { Commands, type Request } from './commands.ts';
import { type RedisBackendOptions, resolveBackend } from './options.ts';
import { bytesOf, doneOf, integerOf, listOf } from './replies.ts';

/** What Redis takes for one string, unless its configuration says otherwise. */
const MAX_VALUE_BYTES = 512 * 1024 * 1024;

const TOKEN_BYTES = 16;

/** Deletes a lock if it still holds the token. */
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then
  return redis.call('del', KEYS[1])
end
return 0`;

/**
 * Entries as strings in Redis or Valkey, under `keyPrefix` and their key; the lock of a key is the key
 * with `:lock` behind it. It connects with the first operation. TTLs are whole seconds, at most ten
 * years; values are at most 512 MiB. In a cluster, operations on several keys go out as one command
 * each. Whether a write that timed out was done is not known.
 */
export class RedisBackend implements TTLBackend, LockableBackend {
  readonly keyPrefix: string;
  readonly #commands: Commands;
  readonly #defaultTtl: number | undefined;
  #closed = false;

  /** @throws {ConfigurationError} for options out of range, unknown, or not of one connection */
  constructor(options: RedisBackendOptions) {
    const resolved = resolveBackend(options);
    this.keyPrefix = resolved.keyPrefix;
    this.#defaultTtl = resolved.defaultTtl;
    this.#commands = new Commands(resolved);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return bytesOf(await this.#commands.send(this.#one('GET', key)));
  }

  async getWithTtl(key: string): Promise<StoredEntry | null> {
    // The TTL first: if something comes between, the value is the newer of the two.
    const [ttl, reply] = await this.#commands.sendAll([
      this.#one('PTTL', key),
      this.#one('GET', key),
    ]);
    const bytes = bytesOf(reply);
    if (bytes === null) return null;
    const milliseconds = integerOf(ttl);
    return milliseconds < 0 ? { bytes } : { bytes, remainingTtl: milliseconds / 1000 };
  }

  async getMany(keys: readonly string[]): Promise<(Uint8Array | null)[]> {
    if (keys.length === 0) return [];
    if (this.#commands.link.isCluster) {
      const replies = await this.#commands.sendAll(keys.map((key) => this.#one('GET', key)));
      return replies.map(bytesOf);
    }
    const command = ['MGET', ...keys.map((key) => this.#wireKey(key))] as const;
    return listOf(await this.#commands.send({ command }), keys.length).map(bytesOf);
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    await this.#commands.send(this.#setting(key, value, ttlSeconds));
  }

  async setMany(
    entries: readonly (readonly [string, Uint8Array])[],
    ttlSeconds?: number,
  ): Promise<void> {
    await this.#commands.sendAll(
      entries.map(([key, value]) => this.#setting(key, value, ttlSeconds)),
    );
  }

  async delete(key: string): Promise<boolean> {
    return integerOf(await this.#commands.send(this.#one('UNLINK', key))) === 1;
  }

  async deleteMany(keys: readonly string[]): Promise<number> {
    if (keys.length === 0) return 0;
    const requests: Request[] = this.#commands.link.isCluster
      ? keys.map((key) => this.#one('UNLINK', key))
      : [{ command: ['UNLINK', ...keys.map((key) => this.#wireKey(key))] }];
    const replies = await this.#commands.sendAll(requests);
    return replies.reduce((sum: number, reply) => sum + integerOf(reply), 0);
  }

  async exists(key: string): Promise<boolean> {
    return integerOf(await this.#commands.send(this.#one('EXISTS', key))) === 1;
  }

  async getTTL(key: string): Promise<number | null> {
    const milliseconds = integerOf(await this.#commands.send(this.#one('PTTL', key)));
    return milliseconds < 0 ? null : Math.ceil(milliseconds / 1000);
  }

  async refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    const seconds = resolveTtl(ttlSeconds, 'ttl').toString();
    return integerOf(await this.#commands.send(this.#one('EXPIRE', key, seconds))) === 1;
  }

  async acquireLock(key: string, timeoutMs: number): Promise<string | null> {
    const lasts = Math.ceil(millisecondsWithin(timeoutMs, 1, 'the timeout of a lock')).toString();
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    const request = this.#one('SET', `${key}:lock`, token, 'NX', 'PX', lasts);
    return doneOf(await this.#commands.send(request)) ? token : null;
  }

  async releaseLock(key: string, lockId: string): Promise<boolean> {
    const lock = this.#wireKey(`${key}:lock`);
    if (typeof lockId !== 'string' || lockId === '') return false;
    const request: Request = { key: lock, command: ['EVAL', RELEASE, '1', lock, lockId] };
    return integerOf(await this.#commands.send(request)) === 1;
  }

  /** What is under way still finishes. A client that was handed in stays open. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#commands.link.close();
  }

  validateKey(key: string): void {
    // UTF-8 would write each of them as U+FFFD: different keys would share an entry.
    if (!key.isWellFormed()) throw new ConfigurationError('a key must not hold lone surrogates');
  }

  validateTtl(ttlSeconds: number): void {
    resolveTtl(ttlSeconds, 'ttl');
  }

  #one(name: string, key: string, ...rest: (string | Buffer)[]): Request {
    const wireKey = this.#wireKey(key);
    return { key: wireKey, command: [name, wireKey, ...rest] };
  }

  /** Before the first await: the caller may reuse its buffer as soon as the call returns. */
  #setting(key: string, value: Uint8Array, ttlSeconds: number | undefined): Request {
    const ttl = resolveOptionalTtl(ttlSeconds) ?? this.#defaultTtl;
    if (value.byteLength > MAX_VALUE_BYTES) {
      throw new ValueTooLargeError(`Redis holds values of up to ${MAX_VALUE_BYTES} bytes`);
    }
    const expiry = ttl === undefined ? [] : ['EX', ttl.toString()];
    return this.#one('SET', key, Buffer.from(value), ...expiry);
  }

  #wireKey(key: string): string {
    if (this.#closed) throw closedError();
    this.validateKey(key);
    return this.keyPrefix + key;
  }
}
