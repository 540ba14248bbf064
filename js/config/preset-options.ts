/** What the presets of `createCache` take. `undefined` is as good as left out. */

import type { CacheOptions, EncryptionConfig } from '../api.ts';
import type { Backend } from '../backends/backend.ts';
import type { CachekitIOBackendConfig } from '../backends/http/options.ts';

type Given<Name extends keyof CacheOptions> = CacheOptions[Name] | undefined;

/** Where entries are kept: a store that is there, or one in Redis by its url, on Node. */
export type StoreOptions =
  | { backend: Backend; url?: undefined; keyPrefix?: undefined }
  | {
      backend?: undefined;
      /** `redis://user:password@host:port/database`, or `rediss://` for TLS. */
      url: string;
      /** Put before every key. */
      keyPrefix?: string | undefined;
    };

/** What every preset takes. */
export interface BaseOptions {
  /** Seconds an entry lives when a call names no TTL. Each preset has a default of its own. */
  ttl?: Given<'defaultTtl'>;
  /** The name that `createCache` has for `ttl`; only one of them may be given. */
  defaultTtl?: Given<'defaultTtl'>;
  negativeTtl?: Given<'negativeTtl'>;
  ttlJitter?: Given<'ttlJitter'>;
  compression?: Given<'compression'>;
  serializer?: Given<'serializer'>;
  /** What is left out, or `null`, takes the default of the preset. */
  l1?: Given<'l1'>;
  /** What is left out, also within `circuitBreaker` and `retry`, takes the default of the preset. */
  reliability?: Given<'reliability'>;
  keyFormat?: Given<'keyFormat'>;
  invalidation?: Given<'invalidation'>;
}

export type MinimalOptions = BaseOptions & StoreOptions;

/** What presets take that watch over themselves. */
export interface WatchedOptions extends BaseOptions {
  /** Default on Node: on where prom-client is installed. On Workers: off. */
  metrics?: Given<'metrics'>;
  tracing?: Given<'tracing'>;
}

export type ProductionOptions = WatchedOptions & StoreOptions;

/** Whose key it is. */
export interface KeyOptions {
  /** 64 hex digits. Default on Node: the environment variable CACHEKIT_MASTER_KEY. */
  masterKey?: string | undefined;
  /** Default "default". */
  tenantId?: string | undefined;
  /**
   * At most 3 retired keys, newest first. Default on Node: CACHEKIT_PREVIOUS_MASTER_KEYS, separated by
   * commas.
   */
  previousMasterKeys?: readonly string[] | undefined;
  /** See `EncryptionConfig`. */
  onFailure?: EncryptionConfig['onFailure'] | undefined;
  /** See `EncryptionConfig`. */
  padding?: EncryptionConfig['padding'] | undefined;
  /** See `EncryptionConfig`. */
  hideKeys?: EncryptionConfig['hideKeys'] | undefined;
}

export type SecureOptions = ProductionOptions & KeyOptions;

export interface IOOptions extends WatchedOptions {
  /** Default on Node: the environment variable CACHEKIT_API_KEY. */
  apiKey?: string | undefined;
  /** Default "https://api.cachekit.io". */
  apiUrl?: string | undefined;
  /** Milliseconds for one attempt. Default 5,000. */
  timeout?: number | undefined;
  /** See `CachekitIOBackendConfig`. */
  allowCustomHost?: CachekitIOBackendConfig['allowCustomHost'] | undefined;
  /** See `CachekitIOBackendConfig`. */
  staleTtl?: CachekitIOBackendConfig['staleTtl'] | undefined;
  /** Leave out for a plaintext cache. */
  encryption?: Given<'encryption'>;
}

const STORE_NAMES = ['backend', 'url', 'keyPrefix'];
const BASE_NAMES = [
  'ttl',
  'defaultTtl',
  'negativeTtl',
  'ttlJitter',
  'compression',
  'serializer',
  'l1',
  'reliability',
  'keyFormat',
  'invalidation',
];
const WATCHED_NAMES = [...BASE_NAMES, 'metrics', 'tracing'];
const SERVICE_NAMES = ['apiKey', 'apiUrl', 'timeout', 'allowCustomHost', 'staleTtl'];
const KEY_NAMES = [
  'masterKey',
  'tenantId',
  'previousMasterKeys',
  'onFailure',
  'padding',
  'hideKeys',
];

/** Every name a preset applies. All others are refused. */
export const PRESET_NAMES = {
  minimal: [...BASE_NAMES, ...STORE_NAMES],
  production: [...WATCHED_NAMES, ...STORE_NAMES],
  secure: [...WATCHED_NAMES, ...STORE_NAMES, ...KEY_NAMES],
  io: [...WATCHED_NAMES, ...SERVICE_NAMES, 'encryption'],
} as const;

export type PresetName = keyof typeof PRESET_NAMES;
