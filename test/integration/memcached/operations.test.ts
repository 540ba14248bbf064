/** What is Memcached's own: keys, limits, times and where entries lie. */
import memjs from 'memjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLockableBackend, isTTLBackend } from '../../../js/backends/backend.ts';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import type { MemcachedBackend } from '../../../js/backends/memcached/memcached-backend.ts';
import type { MemcachedBackendOptions } from '../../../js/backends/memcached/options.ts';
import { BackendError, ConfigurationError, ValueTooLargeError } from '../../../js/errors.ts';
import { MemcachedServer } from './memcached-server.ts';

const VALUE = Uint8Array.of(0, 255, 128);
const MIB = 1024 * 1024;
const MONTH = 30 * 24 * 60 * 60;

let server: MemcachedServer;
const open: MemcachedBackend[] = [];

function backend(options: MemcachedBackendOptions = {}): MemcachedBackend {
  const store = memcached({ servers: [server.address], timeout: 10_000, ...options });
  open.push(store);
  return store;
}

/** The seconds that the server gives an entry, -1 for no end, `null` for no entry. */
async function ttlOf(wireKey: string): Promise<number | null> {
  const [, seconds] = /^HD t(-?\d+)/.exec(await server.ask(`mg ${wireKey} t`)) ?? [];
  return seconds === undefined ? null : Number(seconds);
}

beforeAll(async () => {
  server = await MemcachedServer.start();
});
afterAll(() => server.stop());
beforeEach(() => server.ask('flush_all'));
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

describe('keys', () => {
  test.each(['a'.repeat(250), 'é'.repeat(125), '😀'.repeat(62), '%/..\\"\'`'])(
    'takes %j and stores it as it is',
    async (key) => {
      const store = backend();
      await store.set(key, VALUE);
      expect(await store.get(key)).toStrictEqual(VALUE);
      expect(await server.ask(`get ${key}`)).toContain('VALUE');
    },
  );

  test.each([
    '',
    'a'.repeat(251),
    'é'.repeat(126),
    'a b',
    'a\n',
    '\r\nflush_all\r\n',
    '\0',
    '\x7f',
    '\u0085',
    '\u00a0',
    '\ud800',
  ])('refuses %j before anything is sent', async (key) => {
    const store = backend({ servers: ['127.0.0.1:1'] });
    expect(() => store.validateKey(key)).toThrow(ConfigurationError);
    for (const work of [
      () => store.get(key),
      () => store.set(key, VALUE),
      () => store.delete(key),
      () => store.exists(key),
      () => store.refreshTTL(key, 1),
    ]) {
      await expect(work()).rejects.toThrow(ConfigurationError);
    }
  });

  test('counts the prefix and puts it before the key', async () => {
    const store = backend({ keyPrefix: 'app:' });
    await store.set('k'.repeat(246), VALUE);
    expect(await server.ask(`get app:${'k'.repeat(246)}`)).toContain('VALUE');
    expect(() => store.validateKey('k'.repeat(247))).toThrow(ConfigurationError);
    expect(store.keyPrefix).toBe('app:');
    expect(await backend().get('k'.repeat(246))).toBeNull();
  });

  test('lie where memjs itself looks for them', async () => {
    const other = await MemcachedServer.start();
    const servers = [server.address, other.address];
    const theirs = [server, other].map(({ port }) => new memjs.Server('127.0.0.1', port));
    const client = new memjs.Client(theirs);
    try {
      const store = backend({ servers });
      const keys = Array.from({ length: 40 }, (_, i) => `key-${i}`);
      for (const key of keys) await store.set(key, VALUE);
      for (const key of keys) {
        expect((await client.get(key)).value).toStrictEqual(Buffer.from(VALUE));
      }
      for (const one of [server, other]) {
        const [, items] = /STAT curr_items (\d+)/.exec(await one.ask('stats')) ?? [];
        expect(Number(items)).toBeGreaterThan(5);
      }
    } finally {
      for (const one of theirs) one.error(new Error('the test is over'));
      await other.stop();
    }
  });
});

describe('times', () => {
  test.each([
    [1, 1],
    [0.2, 1],
    [59.1, 60],
    [MONTH, MONTH],
    [MONTH + 1, MONTH + 1],
    [315_360_000, 315_360_000],
  ])('a TTL of %s s ends after %s', async (ttl, seconds) => {
    const store = backend();
    await store.set('set', VALUE, ttl);
    await store.set('touched', VALUE);
    expect(await ttlOf('touched')).toBe(-1);
    expect(await store.refreshTTL('touched', ttl)).toBe(true);
    for (const key of ['set', 'touched']) {
      const left = await ttlOf(key);
      // The second may have turned since, on either side.
      if (left !== null) expect(Math.abs(left - seconds)).toBeLessThanOrEqual(2);
      else expect(seconds).toBe(1);
    }
  });

  test('an entry is gone when its time is over', async () => {
    const store = backend();
    // Not one second, which can be over as soon as it has begun.
    await store.set('short', VALUE, 3);
    await store.set('kept', VALUE, 3);
    expect(await store.refreshTTL('kept', 100)).toBe(true);
    await expect.poll(() => store.get('short'), { timeout: 15_000, interval: 50 }).toBeNull();
    expect(await store.exists('short')).toBe(false);
    expect(await store.refreshTTL('short', 100)).toBe(false);
    expect(await store.get('kept')).toStrictEqual(VALUE);
  });

  test('an entry without a TTL has none, or the default', async () => {
    await backend().set('a', VALUE);
    await backend({ defaultTtl: 500 }).set('b', VALUE);
    expect(await ttlOf('a')).toBe(-1);
    expect(await ttlOf('b')).toBeGreaterThan(490);
  });

  test.each([0, -1, Number.NaN, 315_360_001])('no TTL of %s', async (ttl) => {
    const store = backend();
    await store.set('key', VALUE, 100);
    await expect(store.refreshTTL('key', ttl)).rejects.toThrow(ConfigurationError);
    expect(() => store.validateTtl(ttl)).toThrow(ConfigurationError);
    expect(await ttlOf('key')).toBeGreaterThan(90);
  });

  test('it does not pretend to tell a TTL or to lock', () => {
    expect(isTTLBackend(backend())).toBe(false);
    expect(isLockableBackend(backend())).toBe(false);
  });
});

describe('sizes', () => {
  test('refuses what is too large before it is sent', async () => {
    const store = backend({ servers: ['127.0.0.1:1'], maxItemSizeBytes: 2000, keyPrefix: 'p' });
    const error: unknown = await store.set('k', new Uint8Array(1999)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ValueTooLargeError);
    await expect(store.set('k', new Uint8Array(1998))).rejects.toThrow(BackendError);
  });

  test('says so where the server takes less, and goes on', async () => {
    const store = backend({ maxItemSizeBytes: 4 * MIB });
    await store.set('key', VALUE);
    for (const size of [MIB, 2 * MIB]) {
      await expect(store.set('key', new Uint8Array(size))).rejects.toThrow(ValueTooLargeError);
    }
    await store.set('key', new Uint8Array(MIB - 200).fill(7));
    expect(await store.get('key')).toStrictEqual(new Uint8Array(MIB - 200).fill(7));
  });
});

test('closing lets finish what is under way', async () => {
  const store = backend();
  const works = Array.from({ length: 20 }, (_, i) => store.set(`key-${i}`, VALUE));
  await store.close();
  await Promise.all(works);
  expect(await server.ask('get key-19')).toContain('VALUE');
});
