/** What is checked before anything connects, and how failures are told. */
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../js/backends/memcached/address.ts';
import { expiryOf } from '../../../js/backends/memcached/expiry.ts';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import { memcachedError } from '../../../js/backends/memcached/memcached-error.ts';
import { resolveOptions } from '../../../js/backends/memcached/options.ts';
import {
  BackendError,
  ConfigurationError,
  TimeoutError,
  ValueTooLargeError,
} from '../../../js/errors.ts';

describe('options', () => {
  test('have defaults', () => {
    expect(resolveOptions({})).toStrictEqual({
      servers: [{ host: '127.0.0.1', port: 11_211 }],
      defaultTtl: undefined,
      timeout: 1000,
      connectTimeout: 2000,
      keyPrefix: '',
      maxItemSizeBytes: 1_048_576,
    });
  });

  test.each([
    [{ servers: [] }],
    [{ servers: 'localhost' }],
    [{ servers: ['a:1', 7] }],
    [{ servers: ['a b'] }],
    [{ defaultTtl: 0 }],
    [{ defaultTtl: '60' }],
    [{ timeout: 0 }],
    [{ timeout: Number.NaN }],
    [{ connectTimeout: -1 }],
    [{ connectTimeout: Number.POSITIVE_INFINITY }],
    [{ keyPrefix: 7 }],
    [{ keyPrefix: 'a b' }],
    [{ keyPrefix: 'p'.repeat(251) }],
    [{ maxItemSizeBytes: 1023 }],
    [{ maxItemSizeBytes: 1_048_576.5 }],
    [{ maxItemSizeBytes: 2 ** 30 + 1 }],
    [{ retries: 2 }],
    [null],
  ])('refuses %j', (options) => {
    expect(() => Reflect.apply(memcached, undefined, [options])).toThrow(ConfigurationError);
  });
});

describe('addresses', () => {
  test.each([
    ['cache', 'cache', 11_211],
    ['cache-1.example:7', 'cache-1.example', 7],
    ['10.0.0.1:65535', '10.0.0.1', 65_535],
    ['[::1]', '::1', 11_211],
    ['[2001:db8::1]:11212', '2001:db8::1', 11_212],
  ])('%s', (text, host, port) => {
    expect(parseAddress(text)).toStrictEqual({ host, port });
  });

  test.each([
    '',
    ':1',
    'a:',
    'a:0',
    'a:65536',
    'a:1:2',
    '::1',
    '[a]:1',
    'user:word@a:1',
    'memcached://a',
    '/run/memcached.sock',
    'a,b',
    ' a',
    'a\n',
  ])('not %j', (text) => {
    expect(() => parseAddress(text)).toThrow(ConfigurationError);
  });
});

test.each([
  [undefined, 0],
  [1, 1],
  [2_592_000, 2_592_000],
  [2_592_001, 1_800_000_000 + 2_592_001],
  [315_360_000, 1_800_000_000 + 315_360_000],
])('a TTL of %s goes out as %s', (ttl, sent) => {
  expect(expiryOf(ttl, 1_800_000_000_999)).toBe(sent);
});

describe('failures', () => {
  test.each([
    ['MemJS SET: Out of memory', 'transient'],
    ['MemJS GET: Busy', 'transient'],
    ['MemJS GET: Invalid arguments', 'permanent'],
    ['MemJS GET: Unknown command', 'permanent'],
    ['MemJS GET: Authentication error', 'authentication'],
    ['MemJS GET: undefined', 'permanent'],
  ])('%s is %s', (message, classification) => {
    const error = memcachedError(new Error(message));
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', classification);
  });

  test('a value too large, a login, a lost connection, one of ours', () => {
    expect(memcachedError(new Error('MemJS SET: Value too large'))).toBeInstanceOf(
      ValueTooLargeError,
    );
    expect(memcachedError('Memcached server authentication failed!')).toHaveProperty(
      'classification',
      'authentication',
    );
    const refused = memcachedError(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }));
    expect(refused).toHaveProperty('classification', 'transient');
    expect(refused.message).toContain('ECONNREFUSED');
    expect(refused.message).not.toContain('secret');
    const own = new TimeoutError('x');
    expect(memcachedError(own)).toBe(own);
  });
});
