import { ConfigurationError } from '../../errors.ts';
import type { NodeRedisClient, NodeRedisSubscriber } from './client-shapes.ts';
import type { RedisTlsOptions } from './tls.ts';
import type { RedisAddress } from './url.ts';

/** What a connection of our own is made from. */
export interface ConnectionSettings {
  readonly address: RedisAddress;
  /** `null` for none. */
  readonly tls: RedisTlsOptions | null;
  /** Milliseconds. */
  readonly connectTimeout: number;
  /** Milliseconds. */
  readonly commandTimeout: number;
}

/** A client of ours, which nobody else has. */
export interface OwnClient extends NodeRedisClient, NodeRedisSubscriber {
  /** Waits for what is under way. */
  close(): Promise<unknown>;
}

/**
 * A client that connects once: it neither tries again nor keeps commands for later, because the cache
 * has its own retries. RESP 2 is what every server and proxy speaks.
 * @throws {ConfigurationError} where `redis` is not installed
 */
export async function createOwnClient(settings: ConnectionSettings): Promise<OwnClient> {
  const { createClient } = await loadNodeRedis();
  const { address, tls, connectTimeout } = settings;
  const { host, port, username, password, database } = address;
  const socket = { host, port, connectTimeout, reconnectStrategy: false } as const;
  return createClient({
    RESP: 2,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    database,
    socket: tls === null ? socket : { ...socket, ...tls, tls: true },
    disableOfflineQueue: true,
    disableClientInfo: true,
  });
}

/** Late and only here: who stores elsewhere neither installs nor loads it. */
async function loadNodeRedis(): Promise<typeof import('redis')> {
  try {
    return await import('redis');
  } catch (error) {
    throw new ConfigurationError(
      'the package "redis" did not load; a Redis url needs it: npm install redis',
      { cause: error },
    );
  }
}
