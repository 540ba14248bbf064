import { type CachekitError, TimeoutError } from '../../errors.ts';
import { monotonicNow } from '../../reliability/clock.ts';
import { closedError } from '../closed.ts';
import { backOffMs } from './back-off.ts';
import { inTime } from './deadline.ts';
import type { RedisCommand, RedisLink, Subscriber } from './link.ts';
import { destroyQuietly, NodeRedisSubscription, REPLY_OPTIONS } from './node-redis.ts';
import { type ConnectionSettings, createOwnClient, type OwnClient } from './own-client.ts';
import { redisError, replyCode } from './redis-error.ts';

interface Connection {
  readonly client: OwnClient;
  /**
   * When the server last answered in time, or accepted it, by `monotonicNow`. Late answers do not count:
   * where one was lost, each next command gets that of the one before, for ever.
   */
  heardAt: number;
  /** Given up because it was silent. */
  silent: boolean;
}

/**
 * One connection, opened by the first command and again by the first one after it was lost. Commands
 * wait for an attempt under way; for a time after one that failed, they fail at once instead.
 *
 * A connection on which nothing arrives in time while a command waits in vain is given up, with all
 * that waits on it: half-open connections last for minutes otherwise.
 */
export class OwnConnection implements RedisLink {
  readonly isCluster = false;
  readonly #settings: ConnectionSettings;
  #current: Connection | null = null;
  #opening: Promise<Connection> | null = null;
  /** The client of `#opening`. */
  #candidate: OwnClient | null = null;
  #failures = 0;
  #failure: CachekitError | null = null;
  #retryAt = 0;
  #closed = false;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  async send(
    command: RedisCommand,
    _key: string | undefined,
    signal: AbortSignal,
  ): Promise<unknown> {
    const connection = this.#current ?? (await this.#open());
    // Nobody waits any more: a write must not be done behind his back.
    signal.throwIfAborted();
    try {
      const reply = await connection.client.sendCommand(command, REPLY_OPTIONS);
      if (!signal.aborted) connection.heardAt = monotonicNow();
      return reply;
    } catch (error) {
      const code = replyCode(error);
      if (code !== undefined && !signal.aborted) connection.heardAt = monotonicNow();
      // A master that became a replica: the next connection may lead to the new master.
      if (code === 'READONLY') this.#discard(connection);
      throw connection.silent ? new TimeoutError('Redis did not answer in time') : error;
    }
  }

  unanswered(since: number): void {
    const connection = this.#current;
    if (connection === null || connection.heardAt > since) return;
    connection.silent = true;
    this.#discard(connection);
  }

  async openSubscriber(): Promise<Subscriber> {
    return new NodeRedisSubscription(await createOwnClient(this.#settings));
  }

  /** What is under way still finishes, within the timeout of a command. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#candidate !== null) destroyQuietly(this.#candidate);
    const connection = this.#current;
    this.#current = null;
    if (connection === null) return;
    await inTime(this.#settings.commandTimeout, () => connection.client.close()).catch(() => {});
    destroyQuietly(connection.client);
  }

  #open(): Promise<Connection> {
    if (this.#opening === null) {
      if (this.#failure !== null && monotonicNow() < this.#retryAt) throw this.#failure;
      this.#opening = this.#attempt().finally(() => {
        this.#opening = null;
        this.#candidate = null;
      });
    }
    return this.#opening;
  }

  async #attempt(): Promise<Connection> {
    const client = await createOwnClient(this.#settings);
    client.on('error', () => {
      if (this.#current?.client === client) this.#discard(this.#current);
    });
    this.#candidate = client;
    try {
      if (this.#closed) throw closedError();
      await inTime(this.#settings.connectTimeout, () => client.connect());
      if (this.#closed) throw closedError();
    } catch (error) {
      destroyQuietly(client);
      throw this.#failed(error);
    }
    this.#failures = 0;
    this.#failure = null;
    this.#current = { client, heardAt: monotonicNow(), silent: false };
    return this.#current;
  }

  #failed(error: unknown): CachekitError {
    this.#failures += 1;
    this.#failure = this.#closed ? closedError() : redisError(error);
    this.#retryAt = monotonicNow() + backOffMs(this.#failures);
    return this.#failure;
  }

  #discard(connection: Connection): void {
    if (this.#current === connection) this.#current = null;
    destroyQuietly(connection.client);
  }
}
