/** What the presets of `createCache` take. `undefined` is as good as left out. */

import type { CacheOptions, EncryptionConfig } from '../api.ts';
import type { Backend } from '../backends/backend.ts';

type Given<Name extends keyof CacheOptions> = CacheOptions[Name] | undefined;

export interface MinimalOptions {
  backend: Backend;
  /** Seconds an entry lives when a call names no TTL. Each preset has a default of its own. */
  ttl?: number | undefined;
  /** The name that `createCache` has for `ttl`; only one of them may be given. */
  defaultTtl?: number | undefined;
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

export interface ProductionOptions extends MinimalOptions {
  /** Default on Node: on where prom-client is installed. On Workers: off. */
  metrics?: Given<'metrics'>;
  tracing?: Given<'tracing'>;
}

export interface SecureOptions extends ProductionOptions {
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
}

const MINIMAL_NAMES: readonly string[] = [
  'backend',
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
const PRODUCTION_NAMES: readonly string[] = [...MINIMAL_NAMES, 'metrics', 'tracing'];

/** Every name a preset applies. All others are refused. */
export const PRESET_NAMES = {
  minimal: MINIMAL_NAMES,
  production: PRODUCTION_NAMES,
  secure: [...PRODUCTION_NAMES, 'masterKey', 'tenantId', 'previousMasterKeys', 'onFailure'],
} as const;

export type PresetName = keyof typeof PRESET_NAMES;
