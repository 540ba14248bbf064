/** What the Node and the Workers entry both export. */

export type {
  Cache,
  CacheEvents,
  CacheOptions,
  CacheStats,
  CallOptions,
  EncryptionConfig,
  EventName,
  GetOptions,
  GetOrSetOptions,
  InvalidateOptions,
  InvalidationConfig,
  InvalidationLevel,
  Listener,
  RedisInvalidationConfig,
  SecureCache,
  SerializerConfig,
  SetOptions,
  StampedeConfig,
  WrapOptions,
} from './api.ts';
export type { Backend, LockableBackend, StoredEntry, TTLBackend } from './backends/backend.ts';
export {
  CachekitIOBackend,
  CachekitIOBackend as CachekitIOCore,
} from './backends/http/cachekitio.ts';
export {
  cachekitio,
  cachekitioFull,
  cachekitioWithLocking,
  cachekitioWithTTL,
} from './backends/http/factories.ts';
export type { ServiceHealth } from './backends/http/health.ts';
export type { CachekitIOBackendConfig } from './backends/http/options.ts';
export type { L1Metrics, MetricsProvider } from './backends/http/telemetry.ts';
export { MemoryBackend, type MemoryBackendOptions } from './backends/memory.ts';
export { TieredBackend, tiered } from './backends/tiered.ts';
export type { TieredOptions } from './backends/tiered-options.ts';
export {
  KV_MIN_TTL_SECONDS,
  type KVNamespaceLike,
  WorkersKVBackend,
  workersKV,
} from './backends/workers-kv.ts';
export { PlainDate, PlainTime } from './codec/index.ts';
export { defaultSerializer, MessagePackSerializer, type Serializer } from './codec/serializer.ts';
export type { BackendConfig, RedisBackendConfig } from './config/backend-config.ts';
export * from './config/constants.ts';
export { generateKey } from './config/generate-key.ts';
export type {
  IOOptions,
  MinimalOptions,
  ProductionOptions,
  SecureOptions,
} from './config/preset-options.ts';
export type { CreateCacheFn } from './config/presets.ts';
export type { Ttl } from './config/ttl.ts';
export type { MaybePromise } from './core/core.ts';
export * from './errors.ts';
export { decodeInteropValue, encodeInteropValue } from './interop/codec.ts';
export {
  InteropDateTime,
  InteropExtension,
  InteropFloat,
  InteropUuid,
} from './interop/markers.ts';
export type { InteropOption, InteropOptions } from './interop/option.ts';
export type {
  EntryEnd,
  InvalidationTransport,
  KeyWatch,
  PeekEntry,
} from './invalidation/channel.ts';
export {
  deserializeEvent,
  type EventOrigin,
  type InvalidationEvent,
  type InvalidationTarget,
  serializeEvent,
} from './invalidation/event-codec.ts';
export { createInvalidationEvent } from './invalidation/event-source.ts';
export { LocalInvalidationTransport } from './invalidation/local-transport.ts';
export { extractNamespace, type KeyFormat } from './keys/wrap-key.ts';
export { L1Cache } from './l1/l1-cache.ts';
export type { L1Entry, L1EvictionReason, L1Placement, L1Stats } from './l1/l1-entry.ts';
export type { L1Config } from './l1/l1-options.ts';
export { type Logger, setLogger } from './log/logger.ts';
export type { MetricsConfig } from './metrics/config.ts';
export { OpenTelemetryTracing, type TracerSource } from './metrics/opentelemetry.ts';
export type { BreakerState, CacheLayer, MetricsSink, OperationStatus } from './metrics/sink.ts';
export type { SpanAttributes, SpanLike, TracerLike } from './metrics/span-types.ts';
export type { Tracing } from './metrics/tracing.ts';
export {
  CircuitBreaker,
  type CircuitBreakerEnvironment,
  type CircuitState,
} from './reliability/circuit-breaker.ts';
export { withDegradation, withDegradationFn } from './reliability/degradation.ts';
export type {
  CircuitBreakerConfig,
  ReliabilityConfig,
  RetryConfig,
} from './reliability/options.ts';
export { type ExecuteOptions, type RetryEnvironment, RetryPolicy } from './reliability/retry.ts';
