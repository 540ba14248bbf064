import { BackendError, ValueTooLargeError } from '../../errors.ts';
import { millisecondsWithin } from '../../reliability/numbers.ts';
import type { LockableBackend, StoredEntry, TTLBackend } from '../backend.ts';
import { closedError } from '../closed.ts';
import {
  askTtlCall,
  changeTtlCall,
  deleteCall,
  type EntryCall,
  lookCall,
  readCall,
  releaseLockCall,
  storeCall,
  takeLockCall,
} from './entry-calls.ts';
import { freshnessOf } from './freshness.ts';
import { askHealth, type ServiceHealth } from './health.ts';
import { isLockId, lockIdOf, ttlOf } from './json-answer.ts';
import { keySegment, requireServiceKey } from './key-segment.ts';
import {
  type CachekitIOBackendConfig,
  resolveServiceOptions,
  type ServiceOptions,
} from './options.ts';
import { Service, type ServiceAnswer } from './service.ts';
import { resolveServiceTtl, staleWindow } from './ttl.ts';

/** Milliseconds a lock lasts where the caller says nothing. */
const DEFAULT_LOCK_TIMEOUT_MS = 5_000;

/**
 * A cache service that speaks the CacheKit REST API (PROTOCOL §10), over `fetch` alone: Node, Workers
 * and other runtimes alike. TTLs are whole seconds up to 30 days; keys have up to 400 characters and
 * are none of `.`, `..`, `health`, `ttl`, `lock`. Errors never hold the API key, the cache key or a
 * lock's token. Nothing is retried here.
 */
export class CachekitIOBackend implements TTLBackend, LockableBackend {
  readonly #service: Service;
  readonly #options: ServiceOptions;
  #closed = false;

  /** @throws {ConfigurationError} for options wrong, missing or unknown */
  constructor(config: CachekitIOBackendConfig) {
    this.#options = resolveServiceOptions(config);
    this.#service = new Service(this.#options);
  }

  async get(key: string): Promise<Uint8Array | null> {
    return (await this.getWithTtl(key))?.bytes ?? null;
  }

  /**
   * `remainingTtl` is how long the service calls the entry fresh, rounded down: its bound for every
   * copy. It is left out where the service sets none. A stale entry has `stale` and a
   * `remainingTtl` of 0.
   * @throws {ValueTooLargeError} above `maxValueBytes`
   */
  async getWithTtl(key: string): Promise<StoredEntry | null> {
    const { maxValueBytes } = this.#options;
    const { status, headers, body } = await this.#send(key, readCall(maxValueBytes));
    if (status === 404) return null;
    if (body === null) {
      throw new ValueTooLargeError(
        `the cache service holds a value above maxValueBytes (${maxValueBytes} bytes)`,
      );
    }
    const { stale, freshFor } = freshnessOf(headers);
    return {
      bytes: body,
      ...(freshFor === undefined ? {} : { remainingTtl: freshFor }),
      ...(stale ? { stale } : {}),
    };
  }

  /**
   * @param ttlSeconds above 0, at most 30 days, rounded up; without one `defaultTtl` counts, else no expiry
   * @throws {ValueTooLargeError} above `maxValueBytes`, or where the service says so
   */
  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    const { defaultTtl, maxValueBytes, staleTtl } = this.#options;
    const ttl = ttlSeconds === undefined ? defaultTtl : resolveServiceTtl(ttlSeconds, 'ttl');
    if (value.byteLength > maxValueBytes) {
      throw new ValueTooLargeError(
        `the cache service takes values of up to maxValueBytes (${maxValueBytes} bytes)`,
      );
    }
    await this.#send(key, storeCall(value, ttl, staleWindow(ttl, staleTtl)));
  }

  /** The service does not say whether there was an entry (API-47): always `true`. */
  async delete(key: string): Promise<boolean> {
    await this.#send(key, deleteCall);
    return true;
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#send(key, lookCall)).status === 200;
  }

  async getTTL(key: string): Promise<number | null> {
    const { status, body } = await this.#send(key, askTtlCall);
    return status === 404 ? null : ttlOf(body);
  }

  /**
   * Two requests: the service answers the first alike whether there is an entry or not, so a second
   * asks for it.
   * @throws {BackendError} `permanent` for an entry past its life, which must be stored anew (API-56)
   */
  async refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    const ttl = resolveServiceTtl(ttlSeconds, 'ttl');
    if ((await this.#send(key, changeTtlCall(ttl))).status === 409) {
      throw new BackendError('the entry is past its life and must be stored anew', 'permanent');
    }
    return (await this.#send(key, askTtlCall)).status === 200;
  }

  /** @param timeoutMs from 1 ms to a day, rounded up; default 5,000 */
  async acquireLock(key: string, timeoutMs = DEFAULT_LOCK_TIMEOUT_MS): Promise<string | null> {
    const milliseconds = Math.ceil(millisecondsWithin(timeoutMs, 1, 'timeoutMs'));
    const { status, body } = await this.#send(key, takeLockCall(milliseconds));
    return status === 409 ? null : lockIdOf(body);
  }

  /**
   * @returns false for what can be no token; `true` for every other, also of a lock that has ended or
   * is another's, which the service does not tell
   */
  async releaseLock(key: string, lockId: string): Promise<boolean> {
    this.#requireUsable(key);
    if (!isLockId(lockId)) return false;
    await this.#send(key, releaseLockCall(lockId));
    return true;
  }

  /** Asks the service how it is; rejects only once closed. */
  async health(): Promise<ServiceHealth> {
    if (this.#closed) throw closedError();
    return await askHealth(this.#service);
  }

  /** Operations that have begun still finish. */
  async close(): Promise<void> {
    this.#closed = true;
  }

  validateKey(key: string): void {
    requireServiceKey(key);
  }

  validateTtl(ttlSeconds: number): void {
    resolveServiceTtl(ttlSeconds, 'ttl');
  }

  async #send(key: string, call: EntryCall): Promise<ServiceAnswer> {
    this.#requireUsable(key);
    const { resource = '', secrets = [], ...rest } = call;
    const path = keySegment(key) + resource;
    return await this.#service.send({ ...rest, path, secrets: [key, ...secrets] });
  }

  #requireUsable(key: string): void {
    if (this.#closed) throw closedError();
    requireServiceKey(key);
  }
}
