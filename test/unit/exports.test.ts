import { describe, expect, test } from 'vitest';
import * as constants from '../../js/config/constants.ts';
import * as errors from '../../js/errors.ts';
import * as node from '../../js/node.ts';

/** What users of the reference SDK import (values; types are checked by the compiler). */
const COMMON = [
  ...Object.keys(errors),
  ...Object.keys(constants),
  'CachekitIOBackend',
  'CachekitIOCore',
  'CircuitBreaker',
  'InteropDateTime',
  'InteropExtension',
  'InteropFloat',
  'InteropUuid',
  'L1Cache',
  'LocalInvalidationTransport',
  'MessagePackSerializer',
  'OpenTelemetryTracing',
  'defaultSerializer',
  'MemoryBackend',
  'RetryPolicy',
  'TieredBackend',
  'WorkersKVBackend',
  'KV_MIN_TTL_SECONDS',
  'cachekitio',
  'cachekitioFull',
  'cachekitioWithLocking',
  'cachekitioWithTTL',
  'createInvalidationEvent',
  'decodeInteropValue',
  'deserializeEvent',
  'encodeInteropValue',
  'extractNamespace',
  'generateKey',
  'serializeEvent',
  'setLogger',
  'tiered',
  'workersKV',
  'withDegradation',
  'withDegradationFn',
];
const RUNTIME = [
  'ByteStorage',
  'EncryptionManager',
  'createCache',
  'generateInteropKey',
  'generateParamsHash',
];
const NODE = [
  'CacheMetrics',
  'FileBackend',
  'MemcachedBackend',
  'NoopMetrics',
  'RedisBackend',
  'RedisInvalidationChannel',
  'RedisInvalidationTransport',
  'createMetrics',
  'file',
  'memcached',
  'redis',
];

describe('the Node entry', () => {
  test.each([...COMMON, ...RUNTIME, ...NODE])('exports %s', (name) => {
    expect(Reflect.get(node, name)).toBeDefined();
  });
});

describe('the defaults it names', () => {
  test('are those of the reference', () => {
    expect(node.DEFAULT_TTL_SECONDS).toBe(3600);
    expect(node.DEFAULT_L1_MAX_ENTRIES).toBe(1000);
    expect(node.DEFAULT_L1_MAX_MEMORY).toBe(52_428_800);
    expect(node.DEFAULT_L1_SWR_THRESHOLD_RATIO).toBe(0.5);
    expect(node.DEFAULT_L1_MAX_CONCURRENT_REFRESHES).toBe(10);
    expect(node.DEFAULT_MAX_ENCODED_SIZE).toBe(1_048_576);
    expect(node.DEFAULT_MAX_DECODED_SIZE).toBe(10_485_760);
    expect(node.DEFAULT_MAX_COLLECTION_SIZE).toBe(10_000);
    expect(node.DEFAULT_MAX_DEPTH).toBe(100);
  });

  test('are those the parts use', () => {
    const { settings } = new node.L1Cache();
    expect(settings.maxEntries).toBe(node.DEFAULT_L1_MAX_ENTRIES);
    expect(settings.maxMemory).toBe(node.DEFAULT_L1_MAX_MEMORY);
    expect(node.extractNamespace(`a:${'0'.repeat(node.CACHE_KEY_HASH_LENGTH)}`)).toBe('a');
    expect(node.generateKey()).toHaveLength(node.MIN_MASTER_KEY_HEX_LENGTH);
  });
});
