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
import type { InvalidationTransport, KeyWatch } from './channel.ts';
import { type TrackingClient, trackingClients } from './tracking-client.ts';
import { TrackingSubscriber } from './tracking-subscriber.ts';

export interface RedisInvalidationOptions extends RedisConnectionOptions {
  /** Default `cachekit:invalidate`. Channels are not kept apart by databases. */
  channelName?: string;
  /**
   * Watches the keys of who subscribes, by the same connection. With a url or a client of `redis` 5.9 or
   * newer to a single server, Redis 6 or newer or Valkey. Default false.
   */
  tracking?: boolean;
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
  /** `null` where keys are not tracked. */
  readonly #trackingClients: (() => Promise<TrackingClient>) | null;
  readonly #subscriptions = new Set<RedisSubscription>();
  #closed = false;

  /** @throws {ConfigurationError} for options out of range, unknown, or not of one connection */
  constructor(options: RedisInvalidationOptions) {
    requireOptionsObject(options, 'RedisInvalidationTransport');
    requireKnownOptions(
      options,
      [...CONNECTION_NAMES, 'channelName', 'tracking'],
      'RedisInvalidationTransport',
    );
    this.#channel = resolveChannelName(options.channelName);
    this.#connection = resolveConnection(options);
    this.#commands = new Commands(this.#connection);
    const { tracking = false } = options;
    if (typeof tracking !== 'boolean') {
      throw new ConfigurationError('tracking must be true or false');
    }
    const { commandTimeout } = this.#connection;
    this.#trackingClients = tracking ? trackingClients(options, commandTimeout) : null;
  }

  /** @throws {BackendError} @throws {TimeoutError} */
  async publish(bytes: Uint8Array): Promise<void> {
    if (this.#closed) throw closedError();
    await this.#commands.send({ command: ['PUBLISH', this.#channel, Buffer.from(bytes)] });
  }

  /**
   * @param restored called when it listens again after a loss of its connection, in which events may
   *   have been missed
   * @param keys told of changed keys, with `tracking`; of all of them as soon as its connection is lost
   * @throws {ConfigurationError} where the server or the client cannot track keys
   * @throws {BackendError} @throws {TimeoutError} where it cannot begin
   */
  async subscribe(
    listener: (bytes: Uint8Array) => void,
    restored: () => void = () => {},
    keys?: KeyWatch,
  ): Promise<() => Promise<void>> {
    if (this.#closed) throw closedError();
    const subscription = new RedisSubscription({
      ...this.#listening(keys),
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

  #listening(keys: KeyWatch | undefined): ResolvedConnection {
    const makeClient = this.#trackingClients;
    if (makeClient === null || keys === undefined) return this.#connection;
    const { link, commandTimeout } = this.#connection;
    return {
      commandTimeout,
      link: {
        isCluster: link.isCluster,
        send: (...command) => link.send(...command),
        unanswered: (since) => link.unanswered(since),
        openSubscriber: async () =>
          new TrackingSubscriber(await makeClient(), keys, commandTimeout),
        close: () => link.close(),
      },
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
