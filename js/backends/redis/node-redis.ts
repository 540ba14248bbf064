import { ConfigurationError } from '../../errors.ts';
import {
  type CommandOptions,
  has,
  isNodeRedisCluster,
  isNodeRedisSentinel,
  isNodeRedisSubscriber,
  type NodeRedisClient,
  type NodeRedisCluster,
  type NodeRedisSentinel,
  type NodeRedisSubscriber,
} from './client-shapes.ts';
import type { RedisCommand, RedisLink, Subscriber } from './link.ts';

/**
 * Bulk strings (36 is `$`, their mark in the protocol) come as bytes, or whatever is not UTF-8 would be
 * changed. The client's own timeout is off: the caller has one.
 */
export const REPLY_OPTIONS: CommandOptions = { typeMapping: { 36: Buffer }, timeout: 0 };

/** An application's client of node-redis. It stays the application's to connect and to close. */
export class NodeRedisLink implements RedisLink {
  readonly isCluster: boolean;
  readonly #client: NodeRedisClient | NodeRedisCluster | NodeRedisSentinel;

  constructor(client: NodeRedisClient | NodeRedisCluster | NodeRedisSentinel) {
    this.#client = client;
    this.isCluster = isNodeRedisCluster(client);
  }

  send(command: RedisCommand, key: string | undefined, abortSignal: AbortSignal): Promise<unknown> {
    const client = this.#client;
    const options = { ...REPLY_OPTIONS, abortSignal };
    // Never from a replica: it may not have yet what this process wrote.
    if (isNodeRedisCluster(client)) return client.sendCommand(key, false, command, options);
    if (isNodeRedisSentinel(client)) return client.sendCommand(false, command, options);
    return client.sendCommand(command, options);
  }

  unanswered(): void {}

  async openSubscriber(): Promise<Subscriber> {
    const client = this.#client;
    if (isNodeRedisCluster(client)) return duplicateOf(await anyMaster(client));
    return duplicateOf(client);
  }

  async close(): Promise<void> {}
}

/** Every node of a cluster hears what is published on any of them. */
async function anyMaster(cluster: NodeRedisCluster): Promise<unknown> {
  const { masters } = cluster;
  const node = masters[Math.floor(Math.random() * masters.length)];
  if (node === undefined) throw new Error('the cluster is not connected');
  return await cluster.nodeClient(node);
}

function duplicateOf(client: unknown): Subscriber {
  if (has(client, 'duplicate')) {
    const copy = client.duplicate(isNodeRedisSentinel(client) ? {} : noReconnect(client));
    if (isNodeRedisSubscriber(copy)) return new NodeRedisSubscription(copy);
  }
  throw new ConfigurationError(
    'this Redis client cannot be duplicated to listen; pass a single one',
  );
}

/** Who listens makes a new connection when one ends, because he must know of the gap. */
function noReconnect(client: object): object {
  const options: unknown = Reflect.get(client, 'options');
  const socket: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, 'socket') : undefined;
  const kept = typeof socket === 'object' && socket !== null ? socket : {};
  return { socket: { ...kept, reconnectStrategy: false } };
}

/** A client of node-redis that only listens, and is ended with the subscription. */
export class NodeRedisSubscription implements Subscriber {
  readonly #client: NodeRedisSubscriber;
  #closed = false;

  constructor(client: NodeRedisSubscriber) {
    this.#client = client;
  }

  async listen(channel: string, heard: (message: Buffer) => void, lost: () => void): Promise<void> {
    const client = this.#client;
    const ended = (): void => {
      if (!this.#closed) lost();
    };
    client.on('error', ended);
    await client.connect();
    await client.subscribe(channel, heard, true);
    // A sentinel client moves the subscription by itself, and tells just this.
    client.on('topology-change', ended);
  }

  close(): void {
    this.#closed = true;
    destroyQuietly(this.#client);
  }
}

/** Ends a connection at once; what was ended before, some versions refuse to end again. */
export function destroyQuietly(client: { destroy(): unknown }): void {
  try {
    Promise.resolve(client.destroy()).catch(() => {});
  } catch {
    // Nothing is left to end.
  }
}
