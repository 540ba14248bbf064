import { requireKnownOptions, requireOptionsObject } from '../../config/options.ts';
import { resolveOptionalTtl } from '../../config/ttl.ts';
import { ConfigurationError } from '../../errors.ts';
import { millisecondsWithin } from '../../reliability/numbers.ts';
import { isIoredis, isNodeRedis, type RedisClientLike } from './client-shapes.ts';
import { IoredisLink } from './ioredis.ts';
import type { RedisLink } from './link.ts';
import { NodeRedisLink } from './node-redis.ts';
import { OwnConnection } from './own-connection.ts';
import { type RedisTlsOptions, resolveTls } from './tls.ts';
import { parseRedisUrl } from './url.ts';

/** How Redis or Valkey is reached: by a url or by a client, one of both. */
export interface RedisConnectionOptions {
  /**
   * `redis://user:password@host:port/database`, or `rediss://` for TLS; `valkey://` and `valkeys://` are
   * the same. All but the host may be left out. Needs the package `redis`.
   */
  url?: string;
  /**
   * A client of `redis` 5 or newer or of `ioredis`, also for a cluster or sentinels. It must be connected
   * by its giver, who also closes it. Switch off its own retries of commands, as the cache has some, and
   * with ioredis the offline queue, which sends writes that have timed out when the server is back.
   */
  client?: RedisClientLike;
  /** With a url: milliseconds for connecting and logging in. Default 10,000. */
  connectTimeout?: number;
  /** Milliseconds for one operation, connecting included. Default 5,000. */
  commandTimeout?: number;
  /** With a url: `true` for TLS whatever the scheme, or its settings. */
  tls?: boolean | RedisTlsOptions;
}

export interface RedisBackendOptions extends RedisConnectionOptions {
  /** Seconds an entry lives that is stored without a TTL. Default: until it is deleted. */
  defaultTtl?: number;
  /** Put before every key. Default none. */
  keyPrefix?: string;
}

export const CONNECTION_NAMES = ['url', 'client', 'connectTimeout', 'commandTimeout', 'tls'];
const BACKEND_NAMES = [...CONNECTION_NAMES, 'defaultTtl', 'keyPrefix'];
const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_COMMAND_TIMEOUT_MS = 5000;

/** Where commands go and how long each may take. */
export interface ResolvedConnection {
  readonly link: RedisLink;
  /** Milliseconds. */
  readonly commandTimeout: number;
}

export interface ResolvedBackend extends ResolvedConnection {
  readonly defaultTtl: number | undefined;
  readonly keyPrefix: string;
}

/** Checks the options; connects to nothing. @throws {ConfigurationError} */
export function resolveBackend(options: RedisBackendOptions): ResolvedBackend {
  requireOptionsObject(options, 'redis()');
  requireKnownOptions(options, BACKEND_NAMES, 'redis()');
  const keyPrefix: unknown = options.keyPrefix ?? '';
  if (typeof keyPrefix !== 'string' || !keyPrefix.isWellFormed()) {
    throw new ConfigurationError('keyPrefix must be text without lone surrogates');
  }
  const defaultTtl = resolveOptionalTtl(options.defaultTtl);
  return { ...resolveConnection(options), defaultTtl, keyPrefix };
}

/** @throws {ConfigurationError} */
export function resolveConnection(options: RedisConnectionOptions): ResolvedConnection {
  const commandTimeout = millisecondsWithin(
    options.commandTimeout ?? DEFAULT_COMMAND_TIMEOUT_MS,
    1,
    'commandTimeout',
  );
  const { url, client, connectTimeout, tls } = options;
  if ((url === undefined) === (client === undefined)) {
    throw new ConfigurationError('Redis takes either a url or a client');
  }
  if (client !== undefined) {
    if (connectTimeout !== undefined || tls !== undefined) {
      throw new ConfigurationError('connectTimeout and tls belong to a url; a client has its own');
    }
    return { link: linkTo(client), commandTimeout };
  }
  const address = parseRedisUrl(url);
  const settings = {
    address,
    tls: resolveTls(tls, address.tls),
    connectTimeout: millisecondsWithin(
      connectTimeout ?? DEFAULT_CONNECT_TIMEOUT_MS,
      1,
      'connectTimeout',
    ),
    commandTimeout,
  };
  return { link: new OwnConnection(settings), commandTimeout };
}

/** @throws {ConfigurationError} */
export function linkTo(client: unknown): RedisLink {
  if (!isIoredis(client) && !isNodeRedis(client)) {
    throw new ConfigurationError(
      'client must be one of ioredis, or of redis (node-redis) 5 or newer',
    );
  }
  const { options } = client;
  const prefix: unknown = options === undefined ? '' : Reflect.get(options, 'keyPrefix');
  // It would be put before keys that an entry is sealed for without it.
  if (prefix !== undefined && prefix !== '') {
    throw new ConfigurationError('the client has a keyPrefix; give it to redis() instead');
  }
  return isIoredis(client) ? new IoredisLink(client) : new NodeRedisLink(client);
}
