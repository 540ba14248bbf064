/** What goes over the wire and comes back, looked at with a client that is not the store's. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import type { RedisBackend } from '../../../js/backends/redis/redis-backend.ts';
import { ConfigurationError, ValueTooLargeError } from '../../../js/errors.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { nodeRedis } from './clients.ts';

const bytes = (...items: number[]): Uint8Array => Uint8Array.from(items);
const ALL = Uint8Array.from({ length: 256 }, (_, i) => i);

let server: RedisServer;
let admin: Awaited<ReturnType<typeof nodeRedis>>;
let store: RedisBackend;

beforeAll(async () => {
  server = await RedisServer.start();
  admin = await nodeRedis(server.url);
});
afterAll(async () => {
  admin.close();
  await server.stop();
});
beforeEach(async () => {
  await admin.client.flushAll();
  store = redis({ url: server.url });
});
afterEach(() => store.close());

describe('bytes', () => {
  test('B57: each of the 256 byte values comes back, alone and together', async () => {
    for (let value = 0; value < 256; value += 1) await store.set(`byte-${value}`, bytes(value));
    const keys = Array.from({ length: 256 }, (_, value) => `byte-${value}`);
    const found = await store.getMany(keys);
    expect(found).toStrictEqual(keys.map((_, value) => bytes(value)));
    await store.set('all', ALL);
    expect(await store.get('all')).toStrictEqual(ALL);
    expect((await store.getWithTtl('all'))?.bytes).toStrictEqual(ALL);
  });

  test('many megabytes, and what is returned pins no larger buffer', async () => {
    const large = new Uint8Array(8 * 1024 * 1024).fill(0xfe);
    await store.setMany([
      ['large', large],
      ['small', bytes(7)],
    ]);
    expect(Buffer.compare((await store.get('large')) ?? bytes(), large)).toBe(0);
    const small = await store.get('small');
    expect(small?.buffer.byteLength).toBe(1);
  });

  test('B33: a value that Redis cannot hold is refused before it is sent', async () => {
    const huge = new Uint8Array(512 * 1024 * 1024 + 1);
    await expect(store.set('key', huge)).rejects.toThrow(ValueTooLargeError);
    expect(await server.ask('DBSIZE')).toBe(':0\r\n');
  });
});

describe('names on the wire', () => {
  test('keys are UTF-8 behind the prefix, and the prefix is told', async () => {
    const prefixed = redis({ url: server.url, keyPrefix: 'app:é:' });
    expect(prefixed.keyPrefix).toBe('app:é:');
    expect(store.keyPrefix).toBe('');
    await prefixed.set('ключ', ALL);
    expect(await admin.client.keys('*')).toEqual(['app:é:ключ']);
    expect(await prefixed.getMany(['ключ', 'x'])).toStrictEqual([ALL, null]);
    expect(await prefixed.exists('ключ')).toBe(true);
    await prefixed.acquireLock('ключ', 1000);
    expect(await admin.client.exists('app:é:ключ:lock')).toBe(1);
    expect(await prefixed.deleteMany(['ключ', 'ключ:lock'])).toBe(2);
    await prefixed.close();
  });

  test('a key with a lone surrogate is refused by every operation, before any I/O', async () => {
    const key = 'a\ud800';
    for (const work of [
      () => store.get(key),
      () => store.getMany(['b', key]),
      () => store.getWithTtl(key),
      () => store.set(key, ALL),
      () =>
        store.setMany([
          ['b', ALL],
          [key, ALL],
        ]),
      () => store.delete(key),
      () => store.deleteMany([key]),
      () => store.exists(key),
      () => store.getTTL(key),
      () => store.refreshTTL(key, 1),
      () => store.acquireLock(key, 1000),
      () => store.releaseLock(key, 'token'),
    ]) {
      await expect(work()).rejects.toThrow(ConfigurationError);
    }
    expect(() => store.validateKey(key)).toThrow(ConfigurationError);
    expect(await server.ask('DBSIZE')).toBe(':0\r\n');
  });
});

describe('many at once', () => {
  test('one command reads and one deletes', async () => {
    await store.setMany([['a', bytes(1)]]);
    await admin.client.configResetStat();
    await store.getMany(['a', 'b', 'c']);
    await store.deleteMany(['a', 'b', 'c']);
    const stats = await admin.client.info('commandstats');
    expect(stats).toMatch(/cmdstat_mget:calls=1,/);
    expect(stats).toMatch(/cmdstat_unlink:calls=1,/);
    expect(stats).not.toMatch(/cmdstat_(get|del):/);
  });
});

// They leave half a second between two commands, which a stalled machine exceeds now and then.
describe('TTLs', { retry: 3 }, () => {
  test.each([
    [undefined, -1],
    [1, 1],
    [0.2, 1],
    [59.1, 60],
    [3600, 3600],
    [315_360_000, 315_360_000],
  ])('A13: %s s is stored as %s', async (ttl, seconds) => {
    await store.set('key', ALL, ttl);
    await store.setMany([['other', ALL]], ttl);
    expect(await admin.client.ttl('key')).toBe(seconds);
    expect(await admin.client.ttl('other')).toBe(seconds);
    expect(await store.getTTL('key')).toBe(seconds === -1 ? null : seconds);
  });

  test('an entry lives for its second and no longer', async () => {
    await store.set('key', ALL, 1);
    const set = Date.now();
    expect(await store.get('key')).toStrictEqual(ALL);
    await sleep(700);
    if (Date.now() - set < 950) expect(await store.exists('key')).toBe(true);
    await sleep(set + 1010 - Date.now());
    expect(await store.get('key')).toBeNull();
    expect(await store.getWithTtl('key')).toBeNull();
    expect(await store.getTTL('key')).toBeNull();
  });

  test('the value comes with what is left of its TTL, by the millisecond', async () => {
    await store.set('key', ALL, 100);
    await admin.client.pExpire('key', 2500);
    const entry = await store.getWithTtl('key');
    expect(entry?.remainingTtl).toBeGreaterThan(2);
    expect(entry?.remainingTtl).toBeLessThanOrEqual(2.5);
    expect(await store.getTTL('key')).toBe(3);
    await store.set('key', ALL);
    expect(await store.getWithTtl('key')).toStrictEqual({ bytes: ALL });
    expect(await store.getWithTtl('absent')).toBeNull();
  });

  test('refreshTTL gives an entry its seconds from now', async () => {
    await store.set('key', ALL, 1);
    expect(await store.refreshTTL('key', 99.5)).toBe(true);
    expect(await store.getTTL('key')).toBe(100);
    expect(await store.refreshTTL('absent', 10)).toBe(false);
    await expect(store.refreshTTL('key', 0)).rejects.toThrow(ConfigurationError);
    expect(() => store.validateTtl(Number.NaN)).toThrow(ConfigurationError);
    expect(await store.getTTL('key')).toBe(100);
  });

  test('defaultTtl is for entries without one', async () => {
    const other = redis({ url: server.url, defaultTtl: 7.5 });
    await other.set('default', ALL);
    await other.set('own', ALL, 3);
    await other.close();
    expect(await admin.client.ttl('default')).toBe(8);
    expect(await admin.client.ttl('own')).toBe(3);
  });
});

describe('locks', () => {
  test('are held by one, until released', async () => {
    const other = redis({ url: server.url });
    const token = await store.acquireLock('key', 10_000);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(await other.acquireLock('key', 10_000)).toBeNull();
    expect(await other.acquireLock('another', 10_000)).not.toBe(token);
    expect(await admin.client.get('key:lock')).toBe(token);
    expect(await admin.client.pTTL('key:lock')).toBeGreaterThan(9000);
    expect(await store.releaseLock('key', token ?? '')).toBe(true);
    expect(await store.releaseLock('key', token ?? '')).toBe(false);
    expect(await other.acquireLock('key', 10_000)).not.toBeNull();
    await other.close();
  });

  test('nobody releases the lock of another', async () => {
    await store.acquireLock('key', 10_000);
    expect(await store.releaseLock('key', '0'.repeat(32))).toBe(false);
    expect(await store.acquireLock('key', 10_000)).toBeNull();
  });

  test('end by themselves; a late release leaves the next holder alone', async () => {
    const first = await store.acquireLock('key', 50);
    await sleep(70);
    const second = await store.acquireLock('key', 10_000);
    expect(second).not.toBeNull();
    expect(await store.releaseLock('key', first ?? '')).toBe(false);
    expect(await admin.client.get('key:lock')).toBe(second);
  });

  test('B27: no token releases nothing, and a timeout is a time', async () => {
    expect(await store.releaseLock('key', '')).toBe(false);
    expect(await Reflect.apply(store.releaseLock, store, ['key', undefined])).toBe(false);
    for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(store.acquireLock('key', timeout)).rejects.toThrow(ConfigurationError);
    }
    expect(await server.ask('DBSIZE')).toBe(':0\r\n');
  });
});

it('finishes what is under way when it is closed', async () => {
  const value = new Uint8Array(4 * 1024 * 1024).fill(3);
  await store.exists('key');
  const setting = store.set('key', value);
  await store.close();
  await setting;
  expect(await admin.client.strLen('key')).toBe(value.length);
});
