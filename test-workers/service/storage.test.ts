/** What lies where, what is deleted when, and reads while the stores lag or fail (docs/service.md). */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Environment } from '../../js/worker/environment.ts';
import { type Shard, shardOf } from '../../js/worker/shard/shards.ts';
import { Client, textOf } from './calls.ts';
import { at, START_MS } from './clock.ts';

const LARGE = new Uint8Array(1024 * 1024 + 1).fill(3);

let client: Client;
let shard: Shard;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(0);
  client = await Client.of();
  shard = shardOf(env.SHARDS, client.tenant, 'key');
});
afterEach(() => {
  vi.useRealTimers();
});

async function inKv(): Promise<string[]> {
  const { keys } = await env.VALUES.list({ prefix: `v1/${client.tenant}/` });
  return keys.map(({ name }) => name);
}

async function inR2(): Promise<string[]> {
  const { objects } = await env.LARGE_VALUES.list({ prefix: `v1/${client.tenant}/` });
  return objects.map(({ key }) => key);
}

async function alarmAt(): Promise<number | null> {
  const set = await runInDurableObject(shard, (_, state) => state.storage.getAlarm());
  return set === null ? null : set - START_MS;
}

/** The environment with some methods of KV replaced. */
function kvWith(methods: {
  readonly get?: (name: string) => Promise<ArrayBuffer | null>;
  readonly put?: (name: string, bytes: Uint8Array) => Promise<void>;
}): Environment {
  return { ...env, VALUES: Object.assign(Object.create(env.VALUES), methods) };
}

test('small values are in KV as they are, large ones in R2', async () => {
  await client.put('key', 'as it is');
  const [name = ''] = await inKv();
  expect(name).toMatch(new RegExp(`^v1/${client.tenant}/key/[0-9a-f]{24}$`));
  expect(await env.VALUES.get(name)).toBe('as it is');
  expect((await client.get('key')).headers.get('X-CacheKit-Store-Source')).toBe('kv');
  expect(await inR2()).toEqual([]);

  await client.put('large', LARGE);
  const [large = ''] = await inR2();
  expect(large).toMatch(new RegExp(`^v1/${client.tenant}/large/[0-9a-f]{24}$`));
  expect((await env.LARGE_VALUES.head(large))?.size).toBe(LARGE.length);
  expect((await client.get('large')).headers.get('X-CacheKit-Store-Source')).toBe('r2');
});

test('tells the age of a value', async () => {
  await client.put('key', 'x');
  at(61_999);
  expect((await client.get('key')).headers.get('Age')).toBe('61');
});

describe('deletes', () => {
  test.each([
    ['a small value', 'x'],
    ['a large one', LARGE],
  ])('%s soon after its entry', async (_, value) => {
    await client.put('key', value);
    const before = [...(await inKv()), ...(await inR2())];
    expect(before).toHaveLength(1);
    await client.call('DELETE', 'key');
    expect(await alarmAt()).toBe(1_000);
    at(1_000);
    expect(await runDurableObjectAlarm(shard)).toBe(true);
    expect([...(await inKv()), ...(await inR2())]).toEqual([]);
    expect(await alarmAt()).toBeNull();
  });

  test('what was replaced, and only that', async () => {
    await client.put('key', 'first');
    await client.put('key', LARGE);
    await client.put('key', 'last');
    at(1_000);
    await runDurableObjectAlarm(shard);
    expect([(await inKv()).length, await inR2()]).toEqual([1, []]);
    expect(await textOf(await client.get('key'))).toBe('last');
  });

  test('what has ended, and only that', async () => {
    await client.put('key', LARGE, 10, 20);
    expect(await alarmAt()).toBe(60_000);
    at(29_999);
    await runDurableObjectAlarm(shard);
    expect(await inR2()).toHaveLength(1);
    at(30_000);
    await runDurableObjectAlarm(shard);
    expect(await inR2()).toEqual([]);
  });

  test('locks that have ended', async () => {
    await client.call('POST', 'key/lock', { body: '{"timeout_ms":500}' });
    at(60_000);
    await runDurableObjectAlarm(shard);
    const rows = await runInDurableObject(shard, (_, state) =>
      state.storage.sql.exec('SELECT * FROM locks').toArray(),
    );
    expect([rows, await alarmAt()]).toEqual([[], null]);
  });

  test('again where deleting failed', async () => {
    await client.put('key', 'x');
    await client.call('DELETE', 'key');
    at(1_000);
    await runInDurableObject(shard, (instance) => {
      const { VALUES } = Reflect.get(instance, 'env');
      vi.spyOn(VALUES, 'delete').mockRejectedValueOnce(new Error('down'));
    });
    await runDurableObjectAlarm(shard);
    expect(await inKv()).toHaveLength(1);
    expect(await alarmAt()).toBe(61_000);
    at(61_000);
    await runDurableObjectAlarm(shard);
    expect(await inKv()).toEqual([]);
  });

  test('more than one alarm can, in several', async () => {
    for (let i = 0; i < 45; i++) await client.put('key', `${i}`);
    at(1_000);
    await runDurableObjectAlarm(shard);
    expect(await inKv()).toHaveLength(5);
    expect(await alarmAt()).toBe(2_000);
    at(2_000);
    await runDurableObjectAlarm(shard);
    expect(await inKv()).toHaveLength(1);
  });

  test.each([
    ['KV, without expiry', 'x', undefined],
    ['R2', LARGE, 100],
  ])('what was written and never became an entry: %s', async (_, value, ttl) => {
    // The object dies between the value and the entry.
    const dying = new Proxy(env.SHARDS, {
      get: (target, name) =>
        name === 'getByName'
          ? () => ({
              announce: (address: Parameters<Shard['announce']>[0]) => shard.announce(address),
              commit: () => Promise.reject(new Error('reset')),
            })
          : Reflect.get(target, name),
    });
    const headers = ttl === undefined ? {} : { 'X-CacheKit-TTL': `${ttl}` };
    const environment: Environment = { ...env, SHARDS: dying };
    const answer = await client.call('PUT', 'key', { body: value, headers, environment });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
    expect((await client.get('key')).status).toBe(404);
    expect([...(await inKv()), ...(await inR2())]).toHaveLength(1);
    at(600_000);
    await runDurableObjectAlarm(shard);
    expect([...(await inKv()), ...(await inR2())]).toEqual([]);
  });

  test('never a value that became an entry, however old', async () => {
    await client.put('key', 'kept');
    at(1e11);
    await runDurableObjectAlarm(shard);
    expect(await textOf(await client.get('key'))).toBe('kept');
  });

  test.each([
    ['and was deleted meanwhile', false],
    ['and reached its store only after it was deleted there', true],
  ])('a value whose write took longer than that is no entry: %s', async (_, late) => {
    const put = async (name: string, bytes: Uint8Array) => {
      for (let i = 0; i < 100 && (await alarmAt()) === null; i++);
      if (!late) await env.VALUES.put(name, bytes);
      at(600_000);
      await runDurableObjectAlarm(shard);
      if (late) await env.VALUES.put(name, bytes);
    };
    const answer = await client.call('PUT', 'key', { body: 'x', environment: kvWith({ put }) });
    expect(answer.status).toBe(503);
    expect((await client.get('key')).status).toBe(404);
    await runDurableObjectAlarm(shard);
    expect(await inKv()).toEqual([]);
  });

  test('nor one that may be being deleted', async () => {
    const put = async (name: string, bytes: Uint8Array) => {
      for (let i = 0; i < 100 && (await alarmAt()) === null; i++);
      await env.VALUES.put(name, bytes);
      at(600_000);
    };
    const answer = await client.call('PUT', 'key', { body: 'x', environment: kvWith({ put }) });
    expect(answer.status).toBe(503);
    expect((await client.get('key')).status).toBe(404);
    await runDurableObjectAlarm(shard);
    expect(await inKv()).toEqual([]);
  });

  test('what was replaced, also where no alarm could be set then', async () => {
    await client.put('key', LARGE);
    const before = await inR2();
    await runInDurableObject(shard, (_, { storage }) => {
      vi.spyOn(storage, 'setAlarm').mockRejectedValueOnce(new Error('reset'));
    });
    expect((await client.put('key', LARGE, 100)).status).toBe(503);
    expect(await inR2()).toHaveLength(2);
    await runDurableObjectAlarm(shard);
    expect(await inR2()).toHaveLength(1);
    expect(await inR2()).not.toEqual(before);
  });
});

describe('while KV lags', () => {
  test('the entry is never an older one: 503 until the value is there', async () => {
    await client.put('key', 'old');
    await client.put('key', 'new');
    const get = async () => null;
    const answer = await client.call('GET', 'key', { environment: kvWith({ get }) });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await textOf(await client.get('key'))).toBe('new');
  });

  test('a value that is replaced while it is read is read anew', async () => {
    await client.put('key', 'old');
    const get = vi.fn(async (_: string): Promise<ArrayBuffer | null> => {
      await client.put('key', 'new');
      get.mockImplementation((name) => env.VALUES.get(name, 'arrayBuffer'));
      return null;
    });
    const answer = await client.call('GET', 'key', { environment: kvWith({ get }) });
    expect(await textOf(answer)).toBe('new');
    expect(get).toHaveBeenCalledTimes(2);
  });

  test('gives up where that goes on and on', async () => {
    await client.put('key', 'x');
    const get = vi.fn(async () => {
      await client.put('key', 'y');
      return null;
    });
    expect((await client.call('GET', 'key', { environment: kvWith({ get }) })).status).toBe(503);
    expect(get).toHaveBeenCalledTimes(3);
  });

  test('a value that is gone for good is a miss, and forgotten', async () => {
    await client.put('key', 'x');
    const [name = ''] = await inKv();
    await env.VALUES.delete(name);
    at(119_999);
    expect((await client.get('key')).status).toBe(503);
    at(120_000);
    expect((await client.get('key')).status).toBe(404);
    expect((await client.call('HEAD', 'key')).status).toBe(404);
  });
});

describe('while a store fails', () => {
  const down = () => Promise.reject(new Error('key is down'));

  test('503 with Retry-After, on reads and writes, and nothing changes', async () => {
    await client.put('key', 'before');
    const environment = kvWith({ get: down, put: down });
    for (const [method, body] of [['GET'], ['PUT', 'x']] as const) {
      const options = body === undefined ? { environment } : { environment, body };
      const answer = await client.call(method, 'key', options);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
      expect(await answer.text()).not.toContain('key is down');
    }
    expect(await textOf(await client.get('key'))).toBe('before');
  });

  test('503 while the shard cannot be reached', async () => {
    const shards = new Proxy(env.SHARDS, {
      get: () => () => new Proxy({}, { get: () => down }),
    });
    const environment: Environment = { ...env, SHARDS: shards };
    for (const [method, path, body] of [
      ['GET', 'key', null],
      ['HEAD', 'key', null],
      ['DELETE', 'key', null],
      ['GET', 'key/ttl', null],
      ['PATCH', 'key/ttl', '{"ttl":1}'],
      ['POST', 'key/lock', '{"timeout_ms":1}'],
      ['GET', 'health', null],
    ] as const) {
      const options = body === null ? { environment } : { environment, body };
      expect([path, (await client.call(method, path, options)).status]).toEqual([path, 503]);
    }
  });
});
