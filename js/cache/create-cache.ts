import type { CacheOptions } from '../api.ts';
import { isLockableBackend } from '../backends/backend.ts';
import { HiddenKeysBackend } from '../backends/hidden-keys.ts';
import type { CachekitIOBackendConfig } from '../backends/http/options.ts';
import type { MetricsProvider } from '../backends/http/telemetry.ts';
import { ValueCodec } from '../codec/index.ts';
import { overlay } from '../config/overlay.ts';
import type { Core, MaybePromise } from '../core/core.ts';
import { EncryptionManagerBase } from '../core/encryption-manager.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import { CacheEventEmitter } from '../events/events.ts';
import type { Invalidator, InvalidatorParts } from '../invalidation/invalidator.ts';
import { WrapKeys } from '../keys/wrap-key.ts';
import { L1Cache } from '../l1/l1-cache.ts';
import { RefreshSlots } from '../l1/refresh-slots.ts';
import { RateLimited } from '../log/rate-limited.ts';
import { Counters } from '../metrics/counters.ts';
import { FanOut } from '../metrics/fan-out.ts';
import { type OpenMetrics, resolveMetrics } from '../metrics/metrics-option.ts';
import { noTracing, type Tracing } from '../metrics/tracing.ts';
import { resolveTracing } from '../metrics/tracing-option.ts';
import { Executor } from '../reliability/executor.ts';
import { type CheckedOptions, checkedOptions, type Openers } from './cache-options.ts';
import { type CacheParts, CacheState } from './cache-state.ts';
import type { EntryFormat } from './entry-format.ts';
import { InteropEngine } from './interop-engine.ts';
import { dropChanged, dropLocally } from './invalidation.ts';
import { keyDigest, textDigest } from './key-digest.ts';
import { keyHider } from './key-hider.ts';
import { LocalTier } from './local-tier.ts';
import { Observer } from './observer.ts';
import { PaddedFormat } from './padded-format.ts';
import { paddedSize } from './padding.ts';
import { PlainFormat } from './plain-format.ts';
import { Reader, type ReadFailurePolicy } from './reader.ts';
import { Refresher } from './refresher.ts';
import { Resolver } from './resolver.ts';
import { Revalidator } from './revalidator.ts';
import { SealedFormat } from './sealed-format.ts';
import { Sliding } from './sliding.ts';
import { StampedeLock } from './stampede-lock.ts';
import { Store } from './store.ts';
import { TagVersions } from './tag-versions.ts';
import { Watches } from './watches.ts';
import { Writer, type WroteEntry } from './writer.ts';

/** What differs between runtimes, and what tests replace. */
export interface Platform {
  readonly loadCore: () => MaybePromise<Core>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly openMetrics?: OpenMetrics;
  readonly openers?: Openers;
  readonly openTracing?: () => Tracing;
  /** Left out where nothing can listen to other processes. */
  readonly openInvalidator?: (parts: InvalidatorParts) => Invalidator;
}

const THROW_ALL: ReadFailurePolicy = { throwEncryption: true, throwOther: true };

/** Checks the options, then puts a cache together. Nothing is opened or loaded before its first use. */
export function openCache(given: CacheOptions, platform: Platform): CacheState {
  const counters = new Counters();
  let l1Enabled = false;
  const options = checkedOptions(
    given,
    openersWith(platform, () => {
      const { hits, misses } = counters.snapshot();
      return { l1Enabled, l1Hits: hits.l1, l2Hits: hits.l2, misses };
    }),
  );
  // No function that lives on may use `options`: it would keep the text of the master key in memory.
  l1Enabled = options.l1.enabled;
  const { now, random } = platform;
  const codec = new ValueCodec(options.serializer);
  const { transport, keyPrefix } = options;
  const { openInvalidator } = platform;
  if (transport !== undefined && openInvalidator === undefined) {
    throw new ConfigurationError(
      'invalidation needs Node; a Worker cannot listen between requests',
    );
  }
  const tracing = resolveTracing(options.tracing, platform.openTracing);
  const manager = managerOf(options, platform.loadCore);
  const format = formatFor(manager, options, codec.limits.maxDecodedSize, platform.loadCore);
  const { backend } = options;
  const stored =
    manager !== null && options.encryption?.hideKeys === true
      ? new HiddenKeysBackend(backend, keyHider(manager))
      : backend;
  const executor = new Executor(options.reliability, {
    random,
    onStateChange: (state) => metrics.breaker(state),
  });
  // Last of what an option can make fail: it is handed to the application's registry.
  const sink = resolveMetrics(options.metrics, platform.openMetrics);
  const metrics = sink === undefined ? counters : new FanOut(counters, sink);
  const events = new CacheEventEmitter();
  const warnings = new RateLimited(60_000, now);
  const digest = keyDigest(platform.loadCore);
  const observer = new Observer(metrics, events, warnings, digest, now);
  const store = new Store(stored, executor, observer, tracing);
  const watches = new Watches();
  const l1 = options.l1.enabled
    ? new L1Cache(options.l1, now, (key, reason) => {
        local?.report();
        observer.evicted(key, reason);
      })
    : null;
  const local: LocalTier | null =
    l1 === null ? null : new LocalTier(l1, format, codec, metrics, now);
  const tagDigest = textDigest(platform.loadCore);
  const tags = new TagVersions({ store, format, codec, observer, digest: tagDigest });
  const sliding = new Sliding(store, local, now);
  const shared = { store, format, codec, local, watches, observer, tags, sliding, now };
  const { defaultTtl } = options;
  const policy: ReadFailurePolicy = {
    throwEncryption: (options.onFailure ?? (executor.degradation ? 'miss' : 'throw')) === 'throw',
    throwOther: !executor.degradation,
  };
  const refresher =
    l1 === null ? null : new Refresher(new RefreshSlots(l1.settings, now, random), observer, now);
  const { stampede } = options;
  const lock =
    stampede === null || !isLockableBackend(stored)
      ? null
      : new StampedeLock(stored, stampede, observer);
  const revalidator = new Revalidator(stored, observer, now);
  const wrote: WroteEntry = (...entry) => invalidator?.wrote(...entry) === true;
  const writer = new Writer({ ...shared, wrote });
  const paths = { ...shared, writer, refresher, revalidator, lock, tracing };
  const reader = new Reader({ ...shared, defaultTtl, policy });
  const resolver = new Resolver({ ...paths, reader });
  const interop = new InteropEngine({
    loadCore: platform.loadCore,
    manager,
    padded: options.encryption?.padding !== undefined,
    open(format, codec, throws) {
      const over = { ...shared, format, codec, local: local?.over(format, codec) ?? null };
      const reader = new Reader({ ...over, defaultTtl, policy: throws ? THROW_ALL : policy });
      const writer = new Writer({ ...over, wrote });
      return new Resolver({ ...paths, ...over, reader, writer }, resolver);
    },
  });
  const invalidator =
    transport === undefined || openInvalidator === undefined
      ? null
      : openInvalidator({
          transport,
          authenticator: manager,
          apply: (target) => dropLocally({ ...shared, resolver }, target),
          keyPrefix,
          changed: (...change) => dropChanged(shared, ...change),
          observer: {
            operation: (name) => metrics.operation(name, 'success', 0),
            failed: (...failure) => observer.channelFailed(...failure),
          },
          now,
        });
  invalidator?.start();
  const parts: CacheParts = {
    ...shared,
    invalidator,
    backend: stored,
    writer,
    resolver,
    events,
    counters,
    metrics,
    tracing,
    traced: tracing !== noTracing,
    digest,
    keys: wrapKeysOf(platform.loadCore, options.keyFormat),
    interop,
    defaultTtl,
    negativeTtl: options.negativeTtl,
    ttlJitter: options.ttlJitter,
    random,
  };
  return new CacheState(parts);
}

/** The cache service is told how the cache in front of it does, unless it is told otherwise. */
function openersWith({ openers = {} }: Platform, metricsProvider: MetricsProvider): Openers {
  const { service } = openers;
  if (service === undefined) return openers;
  return {
    ...openers,
    service: (config) =>
      service(overlay<CachekitIOBackendConfig>({ apiKey: config.apiKey, metricsProvider }, config)),
  };
}

function managerOf(
  { encryption }: CheckedOptions,
  loadCore: () => MaybePromise<Core>,
): EncryptionManagerBase | null {
  if (encryption === undefined) return null;
  const { masterKey, tenantId, previousMasterKeys } = encryption;
  return new EncryptionManagerBase(loadCore, masterKey, tenantId, previousMasterKeys);
}

function formatFor(
  manager: EncryptionManagerBase | null,
  options: CheckedOptions,
  maxValueBytes: number,
  loadCore: () => MaybePromise<Core>,
): EntryFormat {
  const { compression } = options;
  if (manager === null) return new PlainFormat(loadCore, compression, maxValueBytes);
  const padding = options.encryption?.padding;
  const most = padding === undefined ? maxValueBytes : paddedSize(maxValueBytes, padding);
  const sealed = new SealedFormat(manager, options.keyPrefix, compression, most);
  return padding === undefined ? sealed : new PaddedFormat(sealed, padding);
}

/** One `WrapKeys` per cache, hashing in the core. */
function wrapKeysOf(
  loadCore: () => MaybePromise<Core>,
  format: CheckedOptions['keyFormat'],
): () => MaybePromise<WrapKeys> {
  let made: WrapKeys | null = null;
  const make = (core: Core): WrapKeys => {
    made ??= new WrapKeys((bytes) => core.blake2bHex(bytes, 32), format);
    return made;
  };
  return () => {
    if (made !== null) return made;
    const core = loadCore();
    return isThenable(core) ? core.then(make) : make(core);
  };
}
