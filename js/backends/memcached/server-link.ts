import { type CachekitError, CircuitBreakerOpenError, TimeoutError } from '../../errors.ts';
import { monotonicNow } from '../../reliability/clock.ts';
import { closedError } from '../closed.ts';
import { backOffMs } from '../redis/back-off.ts';
import type { MemcachedAddress } from './address.ts';
import { type Command, Connection, type Memjs } from './connection.ts';
import { memcachedError } from './memcached-error.ts';
import type { ResolvedOptions } from './options.ts';

/** Longer than a call waits between its tries, which would all be spent on a silent server otherwise. */
const AFTER_SILENCE_MS = 1000;

/**
 * The way to one server: a connection that the first command opens, and the first one after it was lost.
 * Commands wait for an attempt under way; for a time after one that failed, or after a connection on which
 * no answer came, they fail at once instead.
 *
 * With other servers beside it this is their circuit breaker: what fails at once is neither tried again nor
 * counted by the cache's own, which would keep callers from the servers that are well.
 */
export class ServerLink {
  readonly #memjs: Memjs;
  readonly #address: MemcachedAddress;
  readonly #options: ResolvedOptions;
  readonly #underWay = new Set<Promise<unknown>>();
  #connection: Promise<Connection> | null = null;
  #failures = 0;
  #failure: CachekitError | null = null;
  #retryAt = 0;

  constructor(memjs: Memjs, address: MemcachedAddress, options: ResolvedOptions) {
    this.#memjs = memjs;
    this.#address = address;
    this.#options = options;
  }

  /** Commands of one turn go out in order. */
  async send<T>(command: Command<T>): Promise<T> {
    const work = this.#send(command);
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  /** What is under way still finishes, each within its timeout. Send nothing afterwards. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    const connection = await this.#connection?.catch(() => null);
    connection?.end(closedError());
  }

  async #send<T>(command: Command<T>): Promise<T> {
    this.#connection ??= this.#connect();
    const connection = await this.#connection;
    const answer = await connection.send(command);
    this.#failures = 0;
    this.#failure = null;
    return answer;
  }

  #connect(): Promise<Connection> {
    if (this.#failure !== null && monotonicNow() < this.#retryAt) throw this.#atOnce(this.#failure);
    return this.#attempt();
  }

  async #attempt(): Promise<Connection> {
    const ended = (error: CachekitError): void => {
      this.#connection = null;
      // One that was closed may be opened again at once; one that is silent would be silent again.
      if (error instanceof TimeoutError) this.#failed(error);
    };
    try {
      return await Connection.open(this.#memjs, this.#address, this.#options, ended);
    } catch (error) {
      this.#connection = null;
      throw this.#failed(memcachedError(error));
    }
  }

  #failed(error: CachekitError): CachekitError {
    this.#failures += 1;
    this.#failure = error;
    const least = error instanceof TimeoutError ? AFTER_SILENCE_MS : 0;
    this.#retryAt = monotonicNow() + Math.max(least, backOffMs(this.#failures));
    return error;
  }

  #atOnce(failure: CachekitError): CachekitError {
    if (this.#options.servers.length === 1) return failure;
    return new CircuitBreakerOpenError(
      'a Memcached server failed and is not asked again for up to 5 s; see cause, check the servers',
      { cause: failure },
    );
  }
}
