/** D1 as workerd serves it. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { WorkersD1Backend, workersD1 } from '../../js/backends/workers-d1.ts';
import { BackendError, ConfigurationError, ValueTooLargeError } from '../../js/errors.ts';
import { testBackend } from '../../js/testing/index.ts';
import { vitestRunner } from '../../test/helpers/vitest-runner.ts';
import { Switched } from './switched.ts';

const VALUE = Uint8Array.of(0, 255, 128);
const database = env.DATABASE;

/** A table of its own, so that nothing is in it; the store makes it. */
function freshTable(): string {
  return `t_${crypto.randomUUID().replaceAll('-', '')}`;
}

async function keysIn(table: string): Promise<string[]> {
  const { results } = await database.prepare(`SELECT key FROM "${table}" ORDER BY key`).all();
  return results.map(({ key }) => String(key));
}

let switched: Switched<typeof database>;
testBackend(vitestRunner, {
  name: 'D1',
  supports: ['getWithTtl', 'getMany', 'setMany', 'deleteMany', 'ttl', 'locks'],
  time: 'given',
  // Of a row, without the key, in base64.
  maxValueBytes: Math.floor((2_000_000 - 100 - 3) / 4) * 3,
  create: (now) => {
    switched = new Switched(database, ['batch']);
    return workersD1({ database: switched.binding, table: freshTable(), now });
  },
  break: () => switched.break(),
});

describe('the table', () => {
  test('several stores share it, each with its prefix', async () => {
    const table = freshTable();
    const one = workersD1({ database, table, keyPrefix: 'one:' });
    const other = workersD1({ database, table, keyPrefix: 'other:' });
    await Promise.all([one.set('key', VALUE), other.set('key', Uint8Array.of(1))]);
    expect(await keysIn(table)).toStrictEqual(['one:key', 'other:key']);
    expect(await one.get('key')).toStrictEqual(VALUE);
    expect(await other.getMany(['key', 'absent'])).toStrictEqual([Uint8Array.of(1), null]);
    expect(await one.acquireLock('key', 1000)).not.toBeNull();
    expect(await other.acquireLock('key', 1000)).not.toBeNull();
    expect(one.keyPrefix).toBe('one:');
  });

  test('it is called sealcache, and made by a read, too', async () => {
    expect(await workersD1({ database }).get('key')).toBeNull();
    expect(await keysIn('sealcache')).toStrictEqual([]);
  });

  test('a key is never part of a statement', async () => {
    const table = freshTable();
    const store = workersD1({ database, table });
    const key = `'"; DROP TABLE "${table}"; --`;
    await store.setMany([[key, VALUE]]);
    expect(await store.getMany([key])).toStrictEqual([VALUE]);
    expect(await store.releaseLock(key, "' OR '1'='1")).toBe(false);
    expect(await store.deleteMany([key])).toBe(1);
  });

  test('writes and locks remove what is over, of any key, and nothing else', async () => {
    const table = freshTable();
    let clock = 0;
    const store = workersD1({ database, table, now: () => clock });
    const old = Array.from({ length: 15 }, (_, i) => `old-${i}`);
    await store.setMany(
      old.map((key) => [key, VALUE]),
      60,
    );
    await store.set('kept', VALUE);
    await store.set('long', VALUE, 61);
    clock = 60_000;
    await store.set('new', VALUE);
    expect(await keysIn(table)).toHaveLength(8);
    await store.acquireLock('key', 1000);
    expect(await keysIn(table)).toStrictEqual(['kept', 'key', 'long', 'new']);
  });

  test('a lock that is over is free also where other rows are swept first', async () => {
    let clock = 0;
    const store = workersD1({ database, table: freshTable(), now: () => clock });
    await store.setMany(
      Array.from({ length: 10 }, (_, i) => [`old-${i}`, VALUE]),
      59,
    );
    const first = await store.acquireLock('key', 60_000);
    clock = 60_000;
    const second = await store.acquireLock('key', 60_000);
    expect(second).not.toBeNull();
    expect(await store.releaseLock('key', first ?? '')).toBe(false);
    expect(await store.releaseLock('key', second ?? '')).toBe(true);
  });

  test('what is over but still there counts for nothing', async () => {
    const table = freshTable();
    let clock = 0;
    const store = workersD1({ database, table, now: () => clock });
    await store.setMany(
      [
        ['a', VALUE],
        ['b', VALUE],
      ],
      60,
    );
    clock = 60_000;
    expect(await store.deleteMany(['a'])).toBe(0);
    expect(await keysIn(table)).toStrictEqual(['b']);
    expect(await store.getTTL('b')).toBeNull();
    expect(await keysIn(table)).toStrictEqual([]);
  });

  test('a store of entries that are not all right writes none of them', async () => {
    const table = freshTable();
    const store = workersD1({ database, table });
    await expect(
      store.setMany([
        ['a', VALUE],
        ['\ud800', VALUE],
      ]),
    ).rejects.toThrow(ConfigurationError);
    expect(await store.get('a')).toBeNull();
  });

  test('a row that is not base64 is a miss, a table of others a failure', async () => {
    const table = freshTable();
    const store = workersD1({ database, table });
    await store.set('key', VALUE);
    await database.prepare(`UPDATE "${table}" SET value = '?'`).run();
    expect(await store.get('key')).toBeNull();
    expect(await store.getMany(['key'])).toStrictEqual([null]);
    await database.prepare(`UPDATE "${table}" SET value = x'00ff'`).run();
    await expect(store.get('key')).rejects.toThrow(BackendError);
  });
});

test('the default TTL is for entries without one', async () => {
  const store = workersD1({ database, table: freshTable(), defaultTtl: 100 });
  await store.set('key', VALUE);
  expect(await store.getTTL('key')).toBeGreaterThan(90);
});

test('as large as a row may be, and no larger', async () => {
  const store = workersD1({ database, table: freshTable() });
  const largest = new Uint8Array(((2_000_000 - 100 - 4) / 4) * 3).fill(251);
  await store.set('key1', largest);
  expect(await store.get('key1')).toStrictEqual(largest);
  await expect(store.set('key12', largest)).rejects.toThrow(ValueTooLargeError);
  for (const key of ['\ud800', 'k'.repeat(2_000_000)]) {
    expect(() => store.validateKey(key)).toThrow(ConfigurationError);
  }
});

test('a failure is transient and quotes nothing', async () => {
  const failing = {
    prepare: (sql: string) => database.prepare(sql),
    batch: async (): Promise<never> => {
      throw new Error('topsecret');
    },
  };
  const store = workersD1({ database: failing });
  for (const work of [
    () => store.get('topsecret'),
    () => store.set('topsecret', VALUE),
    () => store.delete('topsecret'),
    () => store.exists('topsecret'),
    () => store.refreshTTL('topsecret', 1),
    () => store.acquireLock('topsecret', 1),
  ]) {
    const error: unknown = await work().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', 'transient');
    expect(String(error)).not.toContain('topsecret');
  }
});

test.each([0, -1, Number.NaN, 86_400_001])('no lock for %s ms', async (timeout) => {
  const store = workersD1({ database, table: freshTable() });
  await expect(store.acquireLock('key', timeout)).rejects.toThrow(ConfigurationError);
});

test.each([
  [{}],
  [{ database: null }],
  [{ database: { prepare: () => null } }],
  [{ database, table: '' }],
  [{ database, table: 'a"b' }],
  [{ database, table: '1a' }],
  [{ database, table: 'sqlite_x' }],
  [{ database, table: '_cf_KV' }],
  [{ database, table: 7 }],
  [{ database, defaultTtl: 0 }],
  [{ database, ttl: 1 }],
  [undefined],
])('refuses unfit options (%#)', (options) => {
  expect(() => Reflect.construct(WorkersD1Backend, [options])).toThrow(ConfigurationError);
});
