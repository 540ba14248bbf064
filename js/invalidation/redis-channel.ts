import type { RedisClientLike } from '../backends/redis/client-shapes.ts';
import { Commands } from '../backends/redis/commands.ts';
import { type ResolvedConnection, resolveConnection } from '../backends/redis/options.ts';
import { RedisSubscription } from '../backends/redis/subscription.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';
import { contain } from '../log/contain.ts';
import { describeError } from '../log/describe-error.ts';
import { RateLimited } from '../log/rate-limited.ts';
import { deserializeEvent, type InvalidationEvent, serializeEvent } from './event-codec.ts';
import { createInvalidationEvent } from './event-source.ts';
import { resolveChannelName } from './redis-transport.ts';

export interface RedisInvalidationChannelConfig {
  /** Default `cachekit:invalidate`. */
  channelName?: string;
}

/**
 * Invalidation events over Redis Pub/Sub, for who handles them himself; a cache takes a
 * `RedisInvalidationTransport`. Nothing is signed or checked here: anyone who can publish is believed.
 * What fails is logged, each kind once a minute.
 */
export class RedisInvalidationChannel {
  readonly #connection: ResolvedConnection;
  readonly #commands: Commands;
  readonly #channel: string;
  readonly #callbacks = new Set<(event: InvalidationEvent) => unknown>();
  readonly #warnings = new RateLimited();
  #subscription: RedisSubscription | null = null;

  /**
   * @param redis stays its giver's to close
   * @throws {ConfigurationError}
   */
  constructor(redis: RedisClientLike, config: RedisInvalidationChannelConfig = {}) {
    requireOptionsObject(config, 'RedisInvalidationChannel');
    requireKnownOptions(config, ['channelName'], 'RedisInvalidationChannel');
    this.#channel = resolveChannelName(config.channelName);
    this.#connection = resolveConnection({ client: redis });
    this.#commands = new Commands(this.#connection);
  }

  /**
   * Returns at once; a failure to send is logged.
   * @throws {SerializationError} for an event that is none
   */
  publish(event: InvalidationEvent): void {
    const bytes = Buffer.from(serializeEvent(event));
    this.#commands
      .send({ command: ['PUBLISH', this.#channel, bytes] })
      .catch((error: unknown) => this.#warn('an invalidation event was not sent', error));
  }

  /**
   * Calls back with every event while the channel runs, one's own included, and with a `global` one
   * after a gap in which events may have been missed.
   */
  subscribe(callback: (event: InvalidationEvent) => unknown): void {
    if (typeof callback !== 'function')
      throw new ConfigurationError('subscribe() takes a function');
    this.#callbacks.add(callback);
  }

  /** Begins to listen; nothing where it does already. @throws {BackendError} @throws {TimeoutError} */
  async start(): Promise<void> {
    if (this.#subscription !== null) return;
    const subscription = new RedisSubscription({
      ...this.#connection,
      channel: this.#channel,
      heard: (message) => this.#heard(message),
      restored: () => this.#deliver(createInvalidationEvent({ level: 'global' })),
    });
    this.#subscription = subscription;
    try {
      await subscription.start();
    } catch (error) {
      if (this.#subscription === subscription) this.#subscription = null;
      throw error;
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    this.#subscription?.close();
    this.#subscription = null;
  }

  /** Whether events arrive at the moment, as far as the connection knows. */
  isAvailable(): boolean {
    return this.#subscription?.listening ?? false;
  }

  #heard(message: Uint8Array): void {
    let event: InvalidationEvent;
    try {
      event = deserializeEvent(message);
    } catch (error) {
      this.#warn('an invalidation event was ignored', error);
      return;
    }
    this.#deliver(event);
  }

  #deliver(event: InvalidationEvent): void {
    for (const callback of this.#callbacks) {
      contain(
        () => callback(event),
        (error) => this.#warn('a listener of invalidation events failed', error),
      );
    }
  }

  #warn(message: string, error: unknown): void {
    this.#warnings.warn(message, () => `${message}: ${describeError(error)}`);
  }
}
