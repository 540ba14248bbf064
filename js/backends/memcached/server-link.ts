import type { CachekitError } from '../../errors.ts';
import { monotonicNow } from '../../reliability/clock.ts';
import { closedError } from '../closed.ts';
import { backOffMs } from '../redis/back-off.ts';
import type { MemcachedAddress } from './address.ts';
import { type Command, Connection, type Memjs } from './connection.ts';
import { memcachedError } from './memcached-error.ts';
import type { ResolvedOptions } from './options.ts';

/**
 * The way to one server: a connection that the first command opens, and the first one after it was lost.
 * Commands wait for an attempt under way; for a time after one that failed, they fail at once instead.
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
    return await connection.send(command);
  }

  #connect(): Promise<Connection> {
    if (this.#failure !== null && monotonicNow() < this.#retryAt) throw this.#failure;
    return this.#attempt();
  }

  async #attempt(): Promise<Connection> {
    const forget = (): void => {
      this.#connection = null;
    };
    try {
      const connection = await Connection.open(this.#memjs, this.#address, this.#options, forget);
      this.#failures = 0;
      this.#failure = null;
      return connection;
    } catch (error) {
      forget();
      this.#failures += 1;
      this.#failure = memcachedError(error);
      this.#retryAt = monotonicNow() + backOffMs(this.#failures);
      throw this.#failure;
    }
  }
}
