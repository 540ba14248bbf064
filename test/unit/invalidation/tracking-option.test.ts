/** Which clients can track keys, told before anything connects. */
import { Redis } from 'ioredis';
import { createClient, createClientPool, createCluster, createSentinel } from 'redis';
import { expect, test } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { RedisInvalidationTransport } from '../../../js/invalidation/redis-transport.ts';
import { createCache, MemoryBackend } from '../../../js/node.ts';

const refused: [string, () => object, string][] = [
  ['ioredis', () => new Redis({ lazyConnect: true }), 'node-redis'],
  ['a cluster', () => createCluster({ rootNodes: [{ url: 'redis://127.0.0.1:1' }] }), 'cluster'],
  [
    'sentinels',
    () => createSentinel({ name: 'm', sentinelRootNodes: [{ host: '127.0.0.1', port: 1 }] }),
    'sentinels',
  ],
  ['a pool', () => createClientPool({ url: 'redis://127.0.0.1:1' }), 'pool'],
];

test.each(refused)('tracking refuses %s', (_, make, says) => {
  const backend = new MemoryBackend();
  const redis = make();
  const open = (tracking: unknown): unknown =>
    Reflect.apply(createCache, undefined, [{ backend, invalidation: { redis, tracking } }]);
  expect(() => open(true)).toThrow(ConfigurationError);
  expect(() => open(true)).toThrow(says);
});

test.each([1, 'true', null, { keyPrefix: 'x' }])('tracking is a flag, not %j', (tracking) => {
  const redis = createClient();
  const options = { backend: new MemoryBackend(), invalidation: { redis, tracking } };
  expect(() => Reflect.apply(createCache, undefined, [options])).toThrow('true or false');
});

test('a transport tracks by a url as well', () => {
  const make = (options: object): unknown =>
    Reflect.construct(RedisInvalidationTransport, [options]);
  expect(make({ url: 'redis://127.0.0.1:1', tracking: true })).toBeDefined();
  expect(() => make({ url: 'redis://127.0.0.1:1', tracked: true })).toThrow('"tracked"');
});
