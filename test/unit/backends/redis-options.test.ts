/** What `redis()` takes, without a server. */
import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { describe, expect, test } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import { parseRedisUrl } from '../../../js/backends/redis/url.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { RedisInvalidationChannel } from '../../../js/invalidation/redis-channel.ts';
import { RedisInvalidationTransport } from '../../../js/invalidation/redis-transport.ts';

function refusal(work: () => unknown): ConfigurationError {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('B35: a url', () => {
  const base = { port: 6379, username: '', password: '', database: 0, tls: false };
  test.each([
    ['redis://localhost', { ...base, host: 'localhost' }],
    ['REDIS://localhost/', { ...base, host: 'localhost' }],
    ['valkey://my_redis.internal-1:7000', { ...base, host: 'my_redis.internal-1', port: 7000 }],
    [
      'rediss://cache.example:65535/15',
      { ...base, host: 'cache.example', port: 65535, database: 15, tls: true },
    ],
    ['valkeys://[::1]:6380', { ...base, host: '::1', port: 6380, tls: true }],
    ['redis://:p%40ss%3A%2F%23@h', { ...base, host: 'h', password: 'p@ss:/#' }],
    [
      'redis://ada:p:q@10.0.0.1/2',
      { ...base, host: '10.0.0.1', username: 'ada', password: 'p:q', database: 2 },
    ],
    ['redis://%C3%A9@h', { ...base, host: 'h', username: 'é' }],
  ])('%s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  test.each([
    '',
    'localhost:6379',
    'redis:localhost',
    'redis:///0',
    'redis://',
    'http://s3cret@host',
    'unix:///s3cret.sock',
    ' redis://:s3cret@host',
    'redis://:s3cret@host\n',
    'redis://:s3cret@ho\tst',
    'redis://:s3cret@host:0',
    'redis://:s3cret@host:65536',
    'redis://:s3cret@host:port',
    'redis://:s3cret@host/db',
    'redis://:s3cret@host/1/2',
    'redis://:s3cret@host/-1',
    'redis://:s3cret@host/1.5',
    'redis://:s3cret@host?db=1',
    'redis://:s3cret@host#1',
    'redis://:s3cret%@host',
    'redis://:s3cret%ff@host',
    'redis://:s3/cret@host',
    'redis://ada:12/s3cret@host',
    'redis://:s3cret@ho%73t',
    'redis://:s3cret@host,other',
    'redis://:s3cret@-host',
    42,
    new URL('redis://:s3cret@host'),
  ])('%s is refused, with a text that repeats nothing', (url) => {
    const error = refusal(() => Reflect.apply(redis, undefined, [{ url }]));
    expect(inspect(error, { showHidden: true, depth: 9 }).split('\n    at ')[0]).not.toMatch(
      /s3|ada/,
    );
    expect(error.cause).toBeUndefined();
  });
});

describe('options', () => {
  const url = 'redis://localhost';
  test.each<[string, object]>([
    ['neither url nor client', {}],
    ['both', { url, client: createClient() }],
    ['an unknown one', { url, ttl: 5 }],
    ['a connectTimeout of 0', { url, connectTimeout: 0 }],
    ['a commandTimeout that is NaN', { url, commandTimeout: Number.NaN }],
    ['a commandTimeout beyond timers', { url, commandTimeout: 2 ** 31 }],
    ['a defaultTtl of 0', { url, defaultTtl: 0 }],
    ['a keyPrefix that is no text', { url, keyPrefix: 5 }],
    ['a keyPrefix with half a character', { url, keyPrefix: '\ud800' }],
    ['tls that contradicts the scheme', { url: 'rediss://localhost', tls: false }],
    ['tls as text', { url, tls: 'yes' }],
    ['an unknown tls option', { url, tls: { rejectUnauthorized: false } }],
    ['a ca that is a number', { url, tls: { ca: 5 } }],
    ['an empty list of authorities', { url, tls: { ca: [] } }],
    ['an empty servername', { url, tls: { servername: '' } }],
    ['tls for a client', { client: createClient(), tls: true }],
    ['connectTimeout for a client', { client: createClient(), connectTimeout: 5 }],
    ['something else as a client', { client: { get() {}, set() {} } }],
    ['a client of node-redis 4', { client: { sendCommand() {}, duplicate() {} } }],
    ['a client with a prefix of its own', { client: createClient({ keyPrefix: 'p:' }) }],
    ['an ioredis client with one', { client: new Redis({ lazyConnect: true, keyPrefix: 'p:' }) }],
  ])('%s is refused', (_, options) => {
    refusal(() => Reflect.apply(redis, undefined, [options]));
  });

  test('that is no object is refused', () => {
    for (const options of [undefined, null, 'redis://localhost', []]) {
      refusal(() => Reflect.apply(redis, undefined, [options]));
    }
  });

  test('tls on top of a plain scheme, clients, and limits are taken', () => {
    redis({ url, tls: { ca: ['PEM', Buffer.from('PEM')], servername: 'other' } });
    redis({ url, tls: false, connectTimeout: 1, commandTimeout: 86_400_000, defaultTtl: 0.5 });
    redis({ url: 'rediss://localhost', tls: true });
    redis({ client: new Redis({ lazyConnect: true }) });
    redis({ client: createClient() });
  });

  test('a store shows nothing of its url', () => {
    const store = redis({ url: 'redis://ada:s3cret@localhost', keyPrefix: 'app:' });
    expect(inspect(store, { showHidden: true, depth: 9 })).toBe(
      "RedisBackend { keyPrefix: 'app:' }",
    );
    expect(JSON.stringify(store)).toBe('{"keyPrefix":"app:"}');
  });
});

describe('invalidation', () => {
  test.each<[string, unknown]>([
    ['an unknown option', { url: 'redis://localhost', keyPrefix: 'p' }],
    ['an empty channelName', { url: 'redis://localhost', channelName: '' }],
    ['no connection', { channelName: 'c' }],
    ['no object', null],
  ])('the transport refuses %s', (_, options) => {
    refusal(() => Reflect.construct(RedisInvalidationTransport, [options]));
  });

  test.each<[string, unknown[]]>([
    ['no client', []],
    ['a url in place of a client', ['redis://localhost']],
    ['an unknown option', [createClient(), { channel: 'c' }]],
    ['a channelName that is no text', [createClient(), { channelName: 5 }]],
  ])('the channel refuses %s', (_, args) => {
    refusal(() => Reflect.construct(RedisInvalidationChannel, args));
  });
});

test('a store can be made without loading the package redis', async () => {
  const program = `
    import { createRequire } from 'node:module';
    const { cache } = createRequire(import.meta.url);
    const loaded = () => Object.keys(cache).filter((name) => /node_modules.@?redis/.test(name)).length;
    const { redis } = await import('./js/backends/redis/redis.ts');
    const store = redis({ url: 'redis://127.0.0.1:1' });
    const before = loaded();
    await store.get('key').catch(() => {});
    console.log(before, loaded() > 0);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stdout.trim()).toBe('0 true');
});
