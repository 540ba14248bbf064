import {
  has,
  isIoredis,
  isNodeRedisCluster,
  isNodeRedisSentinel,
  isNodeRedisSubscriber,
  type NodeRedisClient,
  type NodeRedisSubscriber,
} from '../backends/redis/client-shapes.ts';
import type { RedisConnectionOptions } from '../backends/redis/options.ts';
import { createOwnClient } from '../backends/redis/own-client.ts';
import { resolveTls } from '../backends/redis/tls.ts';
import { parseRedisUrl } from '../backends/redis/url.ts';
import { ConfigurationError } from '../errors.ts';

/** What a connection needs of node-redis to hear of changed keys. */
export interface TrackingClient extends NodeRedisClient, NodeRedisSubscriber {
  on(event: 'error' | 'topology-change', listener: () => void): unknown;
  /** Also called with `null`, for all keys. */
  on(event: 'invalidate', listener: (key: unknown) => void): unknown;
}

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;

/**
 * What makes the client of a tracking connection, which is not connected yet.
 * @param options checked by `resolveConnection`, with its command timeout
 * @throws {ConfigurationError} for a client that cannot hear of all keys
 */
export function trackingClients(
  options: RedisConnectionOptions,
  commandTimeout: number,
): () => Promise<TrackingClient> {
  const { client, url, tls, connectTimeout = DEFAULT_CONNECT_TIMEOUT_MS } = options;
  if (client === undefined) {
    const address = parseRedisUrl(url);
    const settings = {
      address,
      tls: resolveTls(tls, address.tls),
      connectTimeout,
      commandTimeout,
    };
    return async () => copyOf(await createOwnClient(settings));
  }
  if (isIoredis(client)) {
    throw new ConfigurationError(
      'tracking does not work with ioredis, which drops what Redis tells of keys; pass a client of redis (node-redis) 5.9 or newer, or give RedisInvalidationTransport a url',
    );
  }
  if (isNodeRedisCluster(client) || isNodeRedisSentinel(client) || !has(client, 'subscribe')) {
    throw new ConfigurationError(
      'tracking needs a client of one server, not of a cluster, of sentinels or a pool; leave it out',
    );
  }
  return async () => copyOf(client);
}

/** A connection of its own, so that nothing changes for whoever else uses the client. */
function copyOf(client: object): TrackingClient {
  const options: unknown = Reflect.get(client, 'options');
  const socket: unknown =
    typeof options === 'object' && options !== null ? Reflect.get(options, 'socket') : undefined;
  if (has(client, 'duplicate')) {
    const copy = client.duplicate({
      RESP: 3,
      emitInvalidate: true,
      // The other user of these pushes; the library takes one of both.
      clientSideCache: undefined,
      // Whatever gives it another connection gives it one that hears nothing, without a word.
      socket: { ...(typeof socket === 'object' ? socket : {}), reconnectStrategy: false },
      maintNotifications: 'disabled',
    });
    if (isTrackingClient(copy)) return copy;
  }
  throw new ConfigurationError(
    'this Redis client cannot be duplicated to track keys; pass a single one',
  );
}

function isTrackingClient(client: unknown): client is TrackingClient {
  return isNodeRedisSubscriber(client);
}
