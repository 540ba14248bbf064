import { closedError } from '../backends/closed.ts';
import { Commands } from '../backends/redis/commands.ts';
import {
  CONNECTION_NAMES,
  type RedisConnectionOptions,
  type ResolvedConnection,
  resolveConnection,
} from '../backends/redis/options.ts';
import { RedisSubscription } from '../backends/redis/subscription.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import type { InvalidationTransport } from './channel.ts';

export interface RedisInvalidationOptions extends RedisConnectionOptions {
  /** Default `cachekit:invalidate`. Channels are not kept apart by databases. */
  channelName?: string;
}

const DEFAULT_CHANNEL = 'cachekit:invalidate';

/**
 * Carries invalidation events over Redis Pub/Sub. Publishing takes the connection or client of the
 * options, each subscription one more of its own; after a loss it comes back by itself. Redis keeps
 * nothing for who does not listen.
 */
export class RedisInvalidationTransport implements InvalidationTransport {
  readonly #connection: ResolvedConnection;
  readonly #commands: Commands;
  readonly #channel: string;
  readonly #subscriptions = new Set<RedisSubscription>();
  #closed = false;

  /** @throws {ConfigurationError} for options out of range, unknown, or not of one connection */
  constructor(options: RedisInvalidationOptions) {
    requireOptionsObject(options, 'RedisInvalidationTransport');
    requireKnownOptions(
      options,
      [...CONNECTION_NAMES, 'channelName'],
      'RedisInvalidationTransport',
    );
    this.#channel = resolveChannelName(options.channelName);
    this.#connection = resolveConnection(options);
    this.#commands = new Commands(this.#connection);
  }

  /** @throws {BackendError} @throws {TimeoutError} */
  async publish(bytes: Uint8Array): Promise<void> {
    if (this.#closed) throw closedError();
    await this.#commands.send({ command: ['PUBLISH', this.#channel, Buffer.from(bytes)] });
  }

  /**
   * @param restored called when it listens again after a loss of its connection, in which events may
   *   have been missed
   * @throws {BackendError} @throws {TimeoutError} where it cannot begin
   */
  async subscribe(
    listener: (bytes: Uint8Array) => void,
    restored: () => void = () => {},
  ): Promise<() => Promise<void>> {
    if (this.#closed) throw closedError();
    const subscription = new RedisSubscription({
      ...this.#connection,
      channel: this.#channel,
      heard: listener,
      restored,
    });
    await subscription.start();
    this.#subscriptions.add(subscription);
    if (this.#closed) subscription.close();
    return async () => {
      this.#subscriptions.delete(subscription);
      subscription.close();
    };
  }

  /** Ends all subscriptions. A client that was handed in stays open. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const subscription of this.#subscriptions) subscription.close();
    this.#subscriptions.clear();
    await this.#connection.link.close();
  }
}

/** @throws {ConfigurationError} */
export function resolveChannelName(name: unknown): string {
  if (name === undefined) return DEFAULT_CHANNEL;
  if (typeof name === 'string' && name !== '' && name.isWellFormed()) return name;
  throw new ConfigurationError('channelName must be text, not empty and without lone surrogates');
}
