import type { Backend } from '../backends/backend.ts';
import type { CachekitIOBackendConfig } from '../backends/http/options.ts';
import { ConfigurationError } from '../errors.ts';
import { hasMethods } from './has-methods.ts';

/** A store in Redis or Valkey by its url. `redis()` takes more: a client of your own, TLS settings. */
export interface RedisBackendConfig {
  /** `redis://user:password@host:port/database`, or `rediss://` for TLS. */
  url: string;
  /** Seconds an entry lives that is stored without a TTL. Default: until it is deleted. */
  defaultTtl?: number;
  /** Milliseconds for connecting and logging in. Default 10,000. */
  connectTimeout?: number;
  /** Milliseconds for one operation. Default 5,000. */
  commandTimeout?: number;
  /** TLS whatever the scheme of the url. */
  tls?: boolean;
  /** Put before every key. Default none. */
  keyPrefix?: string;
}

/** What stands for a store that is opened for the cache. */
export type BackendConfig = RedisBackendConfig | CachekitIOBackendConfig;

/** What opens a store of a description. Each is left out where the runtime has none. */
export interface BackendOpeners {
  readonly redis?: (config: RedisBackendConfig) => Backend;
  readonly service?: (config: CachekitIOBackendConfig) => Backend;
}

/**
 * The store of a cache: the one that was given, or the one its description stands for. It connects
 * with its first use, so that whatever is wrong with other options opens nothing.
 * @throws {ConfigurationError}
 */
export function backendOf(given: unknown, open: BackendOpeners): Backend {
  if (isBackend(given)) return given;
  if (typeof given !== 'object' || given === null) throw needsBackend();
  if (isServiceConfig(given) && open.service !== undefined) return open.service(given);
  if (isRedisConfig(given)) {
    if (open.redis !== undefined) return open.redis(given);
    throw new ConfigurationError(
      'backend.url needs Node: a Worker reaches no Redis; use a KV namespace or { apiKey }',
    );
  }
  throw needsBackend();
}

function needsBackend(): ConfigurationError {
  return new ConfigurationError(
    'createCache() needs a backend with get, set, delete, exists and close, or { url } or { apiKey }',
  );
}

function isBackend(value: unknown): value is Backend {
  return hasMethods(value, ['get', 'set', 'delete', 'exists', 'close']);
}

/** By the one option that it must have; its type and the others are checked by the backend. */
function isServiceConfig(given: object): given is CachekitIOBackendConfig {
  return Reflect.get(given, 'apiKey') !== undefined;
}

function isRedisConfig(given: object): given is RedisBackendConfig {
  return Reflect.get(given, 'url') !== undefined;
}
