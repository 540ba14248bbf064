/** `createCache` with its presets, the same for every runtime. */

import type { Cache, CacheOptions, EncryptionConfig, SecureCache } from '../api.ts';
import { ConfigurationError } from '../errors.ts';
import type { L1Config } from '../l1/l1-options.ts';
import type { ReliabilityConfig } from '../reliability/options.ts';
import { requireKnownOptions, requireOptionsObject } from './options.ts';
import { type Overrides, overlay } from './overlay.ts';
import {
  IO_DEFAULTS,
  MINIMAL_DEFAULTS,
  PRODUCTION_DEFAULTS,
  type PresetDefaults,
} from './preset-defaults.ts';
import { type Environment, secureEncryption } from './preset-keys.ts';
import {
  type BaseOptions,
  type IOOptions,
  type MinimalOptions,
  PRESET_NAMES,
  type PresetName,
  type ProductionOptions,
  type SecureOptions,
} from './preset-options.ts';
import { presetService, presetStore } from './preset-store.ts';

/**
 * Creates caches. Options are checked before anything is opened, and one that would not be applied is
 * refused. Explicit options override the defaults of a preset.
 */
export interface CreateCacheFn<
  Plain extends Cache = Cache,
  Secure extends Plain & SecureCache = Plain & SecureCache,
> {
  /** @throws {ConfigurationError} names the option and what it takes */
  (options: CacheOptions & { encryption: EncryptionConfig }): Secure;
  (options: CacheOptions): Plain;
  /**
   * Speed first: TTL 300 s, no retry, no breaker, no background refresh, no metrics. A store that
   * cannot be reached is an error.
   */
  minimal(options: MinimalOptions): Plain;
  /**
   * Reliability first: TTL 600 s; up to 3 tries within 5 s; a breaker that opens after 5 failures in
   * 60 s. A store that cannot be reached looks like a miss, so work goes on uncached.
   */
  production(options: ProductionOptions): Plain;
  /**
   * As `production`, with every entry encrypted, in L1 as well. An entry that does not open looks like
   * a miss, too; `onFailure: 'throw'` makes it an error.
   * @throws {ConfigurationError} without a master key; never a plaintext cache
   */
  secure(options: SecureOptions): Secure;
  /**
   * As `production`, in a cache service that speaks the CacheKit API: TTL 3600 s. With `encryption` the
   * service never sees a key or a plaintext.
   * @throws {ConfigurationError} without an API key
   */
  io(options: IOOptions & { encryption: EncryptionConfig }): Secure;
  io(options?: IOOptions): Plain;
}

/** What a runtime gives the presets. */
export interface PresetPlatform<Secure> {
  readonly open: (options: CacheOptions) => Secure;
  readonly environment: Environment;
  /** The metrics of a preset whose user says nothing about them. */
  readonly defaultMetrics: NonNullable<CacheOptions['metrics']>;
}

export function createCacheFor<Plain extends Cache, Secure extends Plain & SecureCache>(
  platform: PresetPlatform<Secure>,
): CreateCacheFn<Plain, Secure> {
  const { open, environment, defaultMetrics } = platform;
  const create = (options: CacheOptions): Secure => open(options);
  return Object.assign(create, {
    minimal(given: MinimalOptions): Plain {
      const backend = presetStore(given, requirePresetOptions(given, 'minimal'));
      return open(cacheOptions(given, backend, MINIMAL_DEFAULTS, {}));
    },
    production(given: ProductionOptions): Plain {
      const backend = presetStore(given, requirePresetOptions(given, 'production'));
      const { metrics = defaultMetrics, tracing } = given;
      return open(cacheOptions(given, backend, PRODUCTION_DEFAULTS, { metrics, tracing }));
    },
    secure(given: SecureOptions): Secure {
      const backend = presetStore(given, requirePresetOptions(given, 'secure'));
      const { metrics = defaultMetrics, tracing } = given;
      const own = { metrics, tracing, encryption: secureEncryption(given, environment) };
      return open(cacheOptions(given, backend, PRODUCTION_DEFAULTS, own));
    },
    io(given: IOOptions = {}): Secure {
      requirePresetOptions(given, 'io');
      const { metrics = defaultMetrics, tracing, encryption } = given;
      const own = { metrics, tracing, encryption };
      return open(cacheOptions(given, presetService(given, environment), IO_DEFAULTS, own));
    },
  });
}

/** @returns what to call the preset in an error */
function requirePresetOptions(given: object, preset: PresetName): string {
  const where = `createCache.${preset}()`;
  requireOptionsObject(given, where);
  requireKnownOptions(given, PRESET_NAMES[preset], where);
  return where;
}

function cacheOptions(
  given: BaseOptions,
  backend: CacheOptions['backend'],
  defaults: PresetDefaults,
  own: Overrides<Pick<CacheOptions, 'metrics' | 'tracing' | 'encryption'>>,
): CacheOptions {
  const { ttl, defaultTtl, negativeTtl, ttlJitter, compression, serializer } = given;
  const { l1, reliability, keyFormat, invalidation } = given;
  if (ttl !== undefined && defaultTtl !== undefined) {
    throw new ConfigurationError('ttl and defaultTtl are one option; give only one of them');
  }
  return overlay<CacheOptions>(
    {
      backend,
      defaultTtl: ttl ?? defaultTtl ?? defaults.ttlSeconds,
      l1: l1Over(defaults.l1, l1),
      reliability: reliabilityOver(defaults.reliability, reliability),
    },
    { negativeTtl, ttlJitter, compression, serializer, keyFormat, invalidation, ...own },
  );
}

function l1Over(defaults: L1Config, given: L1Config | null | undefined): L1Config {
  if (given === undefined || given === null) return defaults;
  requireOptionsObject(given, 'l1');
  return overlay(defaults, given, (value) => value === undefined || value === null);
}

function reliabilityOver(
  defaults: ReliabilityConfig,
  given: ReliabilityConfig | undefined,
): ReliabilityConfig {
  if (given === undefined) return defaults;
  requireOptionsObject(given, 'reliability');
  const merged = overlay(defaults, given);
  const { circuitBreaker, retry } = merged;
  return overlay(merged, {
    circuitBreaker: partOver(defaults.circuitBreaker, circuitBreaker, 'circuitBreaker'),
    retry: partOver(defaults.retry, retry, 'retry'),
  });
}

function partOver<T extends object>(
  defaults: T | undefined,
  given: T | undefined,
  name: string,
): T | undefined {
  if (given === undefined || defaults === undefined) return given;
  requireOptionsObject(given, `reliability.${name}`);
  return overlay(defaults, given);
}
