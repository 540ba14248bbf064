import { inTime } from '../backends/redis/deadline.ts';
import type { RedisCommand, Subscriber } from '../backends/redis/link.ts';
import { NodeRedisSubscription, REPLY_OPTIONS } from '../backends/redis/node-redis.ts';
import { redisError, replyCode } from '../backends/redis/redis-error.ts';
import { bytesOf, integerOf } from '../backends/redis/replies.ts';
import { log } from '../log/logger.ts';
import { BackendError, ConfigurationError } from '../errors.ts';
import { afterIdle } from './after-idle.ts';
import type { EntryEnd, KeyWatch } from './channel.ts';
import type { TrackingClient } from './tracking-client.ts';

/** How often a silent connection is asked whether it lives: half-open ones last for minutes. */
const HEARTBEAT_MS = 5000;

/** What PTTL says of an entry without one. */
const NO_TTL = -1;

/**
 * Hears both a channel and, by client-side caching of RESP 3 in its broadcast mode, each change of a key
 * below a prefix: Redis remembers nothing of who read what, and it does not matter which connections
 * read. When the connection ends, every key may have changed.
 *
 * One's own writes are heard as well: NOLOOP leaves out only those of this very connection.
 */
export class TrackingSubscriber implements Subscriber {
  readonly #client: TrackingClient;
  readonly #keys: KeyWatch;
  readonly #commandTimeout: number;
  readonly #channel: NodeRedisSubscription;
  #cancelHeartbeat: () => void = () => {};
  #tracking = false;

  /** @param commandTimeout milliseconds */
  constructor(client: TrackingClient, keys: KeyWatch, commandTimeout: number) {
    this.#client = client;
    this.#keys = keys;
    this.#commandTimeout = commandTimeout;
    this.#channel = new NodeRedisSubscription(client);
  }

  /** @throws {ConfigurationError} in a cluster, and for a library that is too old */
  async listen(channel: string, heard: (message: Buffer) => void, lost: () => void): Promise<void> {
    const ended = (): void => {
      if (this.#tracking) this.#end(lost);
    };
    this.#client.on('invalidate', (key) => this.#changed(key));
    try {
      await this.#channel.listen(channel, heard, ended);
      await this.#track();
    } catch (error) {
      throw refusalOf(error);
    }
    this.#tracking = true;
    this.#keys.tracked((key, length) => this.#peek(key, length));
    this.#beat(ended);
  }

  close(): void {
    if (this.#tracking) this.#keys.tracked(null);
    this.#tracking = false;
    this.#cancelHeartbeat();
    this.#channel.close();
  }

  async #track(): Promise<void> {
    const { keyPrefix } = this.#keys;
    const prefix = keyPrefix === '' ? [] : ['PREFIX', keyPrefix];
    const broadcast: RedisCommand = ['CLIENT', 'TRACKING', 'ON', 'BCAST', ...prefix];
    requireSingleServer(await this.#send(['HELLO', '3']));
    // The library has switched on the other mode, which Redis does not let anyone leave like this.
    const switched = await this.#send(broadcast).then(
      () => true,
      () => false,
    );
    if (switched) {
      throw new ConfigurationError('tracking needs the package redis (node-redis) 5.9 or newer');
    }
    await this.#send(['CLIENT', 'TRACKING', 'OFF']);
    await this.#send(broadcast);
  }

  #send(command: RedisCommand): Promise<unknown> {
    return this.#client.sendCommand(command, REPLY_OPTIONS);
  }

  async #peek(key: string, length: number): Promise<EntryEnd> {
    const name = this.#keys.keyPrefix + key;
    const [bytes, life] = await inTime(this.#commandTimeout, () =>
      Promise.all([this.#send(['GETRANGE', name, `-${length}`, '-1']), this.#send(['PTTL', name])]),
    );
    const lifeMs = integerOf(life);
    return {
      bytes: bytesOf(bytes) ?? new Uint8Array(),
      lifeMs: lifeMs === NO_TTL ? Number.POSITIVE_INFINITY : lifeMs,
    };
  }

  #changed(name: unknown): void {
    const { keyPrefix, changed } = this.#keys;
    try {
      changed(name === null ? null : String(name).slice(keyPrefix.length));
    } catch (error) {
      log('a listener of changed keys in Redis failed', error);
    }
  }

  #end(lost: () => void): void {
    this.close();
    this.#changed(null);
    lost();
  }

  #beat(ended: () => void): void {
    this.#cancelHeartbeat = afterIdle(HEARTBEAT_MS, () => {
      inTime(this.#commandTimeout, () => this.#send(['PING'])).then(() => {
        if (this.#tracking) this.#beat(ended);
      }, ended);
    });
  }
}

/** Each node of a cluster tells of its own keys alone. */
function requireSingleServer(hello: unknown): void {
  const mode: unknown =
    typeof hello === 'object' && hello !== null ? Reflect.get(hello, 'mode') : '';
  if (String(mode) !== 'cluster') return;
  throw new ConfigurationError('tracking does not work with a cluster; leave it out');
}

/** Says what is missing, where the server answered and refused. */
function refusalOf(error: unknown): unknown {
  const code = replyCode(error);
  if (code === 'NOPERM') {
    return new BackendError(
      'Redis does not let this user track keys (NOPERM); it needs +hello, +subscribe, +client|tracking and the channel',
      'authentication',
    );
  }
  const refusal = redisError(error);
  const lasts = refusal instanceof BackendError && refusal.classification === 'permanent';
  if (!lasts || (code !== 'ERR' && code !== 'NOPROTO')) return error;
  return new BackendError(
    `Redis cannot track keys (${code}); it needs Redis 6 or newer, or Valkey, and RESP 3`,
    'permanent',
  );
}
