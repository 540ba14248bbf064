import type { RedisInvalidationConfig } from '../api.ts';
import { isIoredis, isNodeRedis, type RedisClientLike } from '../backends/redis/client-shapes.ts';
import { overlay } from '../config/overlay.ts';
import { ConfigurationError } from '../errors.ts';
import { type RedisInvalidationOptions, RedisInvalidationTransport } from './redis-transport.ts';

/** The transport that `invalidation: { redis }` stands for. @throws {ConfigurationError} */
export function openRedisChannel(config: RedisInvalidationConfig): RedisInvalidationTransport {
  const { redis, channelName, tracking } = config;
  if (!isRedisClient(redis)) {
    throw new ConfigurationError('invalidation.redis must be a client of ioredis or redis');
  }
  return new RedisInvalidationTransport(
    overlay<RedisInvalidationOptions>({ client: redis }, { channelName, tracking }),
  );
}

function isRedisClient(client: object): client is RedisClientLike {
  return isIoredis(client) || isNodeRedis(client);
}
