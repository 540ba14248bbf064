import { requireKnownOptions, requireOptionsObject } from '../../config/options.ts';
import { resolveOptionalTtl } from '../../config/ttl.ts';
import { ConfigurationError } from '../../errors.ts';
import { integerWithin, millisecondsWithin } from '../../reliability/numbers.ts';
import { type MemcachedAddress, parseAddress } from './address.ts';
import { requireWireKey } from './wire-key.ts';

export interface MemcachedBackendOptions {
  /**
   * `host`, `host:port` or `[IPv6]:port`; the port is 11211 where it is left out. Each key lives on one of
   * them, chosen by its hash, so all processes must name the same servers in the same order. Default
   * `['127.0.0.1:11211']`.
   */
  servers?: readonly string[];
  /** Seconds an entry lives that is stored without a TTL. Default: until it is deleted or evicted. */
  defaultTtl?: number;
  /** Milliseconds for the answer to one operation. Default 1,000. */
  timeout?: number;
  /** Milliseconds for connecting, where an operation has to connect first. Default 2,000. */
  connectTimeout?: number;
  /** Put before every key. Default none. */
  keyPrefix?: string;
  /**
   * The largest item the servers take, as their option `-I` says: key, value and some 60 bytes of theirs.
   * Default 1 MiB.
   */
  maxItemSizeBytes?: number;
}

export interface ResolvedOptions {
  readonly servers: readonly MemcachedAddress[];
  readonly defaultTtl: number | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds. */
  readonly connectTimeout: number;
  readonly keyPrefix: string;
  readonly maxItemSizeBytes: number;
}

const NAMES = [
  'servers',
  'defaultTtl',
  'timeout',
  'connectTimeout',
  'keyPrefix',
  'maxItemSizeBytes',
];
const DEFAULT_SERVERS = ['127.0.0.1:11211'];
const DEFAULT_TIMEOUT_MS = 1000;
const DEFAULT_CONNECT_TIMEOUT_MS = 2000;
const DEFAULT_MAX_ITEM_BYTES = 1024 * 1024;
/** What `-I` may be at least and at most. */
const LEAST_ITEM_BYTES = 1024;
const MOST_ITEM_BYTES = 1024 * 1024 * 1024;

/** Checks the options; connects to nothing. @throws {ConfigurationError} */
export function resolveOptions(options: MemcachedBackendOptions): ResolvedOptions {
  requireOptionsObject(options, 'memcached()');
  requireKnownOptions(options, NAMES, 'memcached()');
  const {
    servers = DEFAULT_SERVERS,
    timeout = DEFAULT_TIMEOUT_MS,
    connectTimeout = DEFAULT_CONNECT_TIMEOUT_MS,
    keyPrefix = '',
    maxItemSizeBytes = DEFAULT_MAX_ITEM_BYTES,
  } = options;
  return {
    servers: resolveServers(servers),
    defaultTtl: resolveOptionalTtl(options.defaultTtl),
    timeout: millisecondsWithin(timeout, 1, 'timeout'),
    connectTimeout: millisecondsWithin(connectTimeout, 1, 'connectTimeout'),
    keyPrefix: resolvePrefix(keyPrefix),
    maxItemSizeBytes: integerWithin(
      maxItemSizeBytes,
      LEAST_ITEM_BYTES,
      MOST_ITEM_BYTES,
      'maxItemSizeBytes',
    ),
  };
}

function resolveServers(servers: unknown): MemcachedAddress[] {
  if (!Array.isArray(servers) || servers.length === 0) {
    throw new ConfigurationError('servers must be a list of at least one address');
  }
  return servers.map(parseAddress);
}

function resolvePrefix(prefix: unknown): string {
  if (typeof prefix !== 'string') throw new ConfigurationError('keyPrefix must be text');
  if (prefix !== '') requireWireKey(prefix, 'keyPrefix');
  return prefix;
}
