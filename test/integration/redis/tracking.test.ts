/** L1 follows what anybody does to the keys in Redis, which tells of it by client-side caching. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import {
  type RedisInvalidationOptions,
  RedisInvalidationTransport,
} from '../../../js/invalidation/redis-transport.ts';
import {
  createCache,
  type EncryptionConfig,
  generateKey,
  type InvalidationConfig,
} from '../../../js/node.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import type { Closing } from './clients.ts';

/** Messages come when they come, above all on a busy machine. */
const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 20_000, interval: 30 });
const masterKey = generateKey();
const closing: Closing[] = [];
let server: RedisServer;

beforeEach(async () => {
  server = await RedisServer.start();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await server.stop();
});

/** `t`: tracks keys, `B`: by broadcast. */
async function trackers(): Promise<number> {
  return (await server.ask('CLIENT LIST')).match(/ flags=\w*tB/g)?.length ?? 0;
}

async function connections(): Promise<number> {
  const itself = 1;
  return ((await server.ask('CLIENT LIST')).match(/^id=|\nid=/g)?.length ?? 0) - itself;
}

function transportOf(options: RedisInvalidationOptions): RedisInvalidationTransport {
  const transport = new RedisInvalidationTransport({ ...options, tracking: true });
  closing.push(() => transport.close());
  return transport;
}

/** With a cache around it that tells what is dropped, once keys are tracked. */
async function openCache(
  invalidation: InvalidationConfig,
  encryption: EncryptionConfig | null = { masterKey },
) {
  const cache = createCache({
    backend: redis({ url: server.url, keyPrefix: 'app:' }),
    ...(encryption === null ? {} : { encryption }),
    invalidation,
  });
  closing.push(() => cache.close());
  const dropped: (string | undefined)[] = [];
  cache.on('invalidate', ({ key }) => dropped.push(key));
  await eventually(() => expect(dropped).toEqual([undefined]));
  dropped.length = 0;
  return { cache, dropped };
}

/** Values of another process, of which this cache knows nothing yet. */
async function store(...keys: string[]): Promise<void> {
  const other = createCache({
    backend: redis({ url: server.url, keyPrefix: 'app:' }),
    encryption: { masterKey },
  });
  await other.setMany(keys.map((key) => [key, `value of ${key}`]));
  await other.close();
}

type Opened = Awaited<ReturnType<typeof openCache>>;

async function fill({ cache }: Opened, ...keys: string[]): Promise<void> {
  for (const key of keys) expect(await cache.get(key)).toBe(`value of ${key}`);
  expect(cache.stats().l1.entries).toBe(keys.length);
}

async function client(options: Parameters<typeof createClient>[0] = {}): Promise<object> {
  const made = createClient({ url: server.url, ...options });
  made.on('error', () => {});
  await made.connect();
  closing.push(() => made.destroy());
  return made;
}

const kinds: readonly [string, () => Promise<InvalidationConfig>][] = [
  ['a url', async () => ({ transport: transportOf({ url: server.url }) })],
  ['a client of RESP 2', async () => ({ redis: await client({ RESP: 2 }), tracking: true })],
  [
    'a client of RESP 3 with a cache of its own',
    async () => ({ redis: await client({ RESP: 3, clientSideCache: {} }), tracking: true }),
  ],
];

describe.each(kinds)('tracking by %s', (_, connect) => {
  test('drops what others change, and that alone', async () => {
    await store('a', 'ключ', 'c', 'd', 'kept');
    const opened = await openCache(await connect());
    await fill(opened, 'a', 'ключ', 'c', 'd', 'kept');
    await server.ask('SET app:a other');
    await server.ask('DEL app:ключ');
    await server.ask('EXPIRE app:c 100');
    await server.ask('RENAME app:d app:e');
    await eventually(() => expect(opened.dropped).toEqual(['a', 'ключ', 'c', 'd']));
    expect(opened.cache.stats().l1.entries).toBe(1);
    expect(await opened.cache.get('ключ')).toBeNull();
    await server.ask('FLUSHALL');
    await eventually(() => expect(opened.dropped).toContain(undefined));
    expect(opened.cache.stats().l1.entries).toBe(0);
  });

  test('empties L1 when its connection ends, and tracks again', async () => {
    await store('a');
    const opened = await openCache(await connect());
    await fill(opened, 'a');
    await server.ask('CLIENT KILL TYPE pubsub');
    // Once at the end, and once when it listens again.
    await eventually(() => expect(opened.dropped).toEqual([undefined, undefined]));
    expect(await trackers()).toBe(1);
    await fill(opened, 'a');
    await server.ask('DEL app:a');
    await eventually(() => expect(opened.dropped).toContain('a'));
  });

  test('close leaves no connection', async () => {
    const before = await connections();
    const invalidation = await connect();
    const given = await connections();
    const { cache } = await openCache(invalidation);
    await cache.set('a', 1);
    expect(await trackers()).toBe(1);
    await cache.close();
    await eventually(async () => expect(await connections()).toBe(given));
    for (const close of closing.splice(0).reverse()) await close();
    await eventually(async () => expect(await connections()).toBe(before));
  });
});

test('drops what expires or is evicted', async () => {
  await store('a', 'b');
  const opened = await openCache({ transport: transportOf({ url: server.url }) });
  await server.ask('PEXPIRE app:a 1500');
  await fill(opened, 'a', 'b');
  await eventually(() => expect(opened.dropped).toEqual(['a']));
  await server.ask('CONFIG SET maxmemory-policy allkeys-lru');
  await server.ask('CONFIG SET maxmemory 1');
  await eventually(() => expect(opened.dropped).toEqual(['a', 'b']));
});

test('hears of nothing without the prefix', async () => {
  const { cache } = await openCache({ transport: transportOf({ url: server.url }) });
  await server.ask('SET a 1');
  await server.ask('SET other:a 1');
  await server.ask('SET app:a 1');
  const heard = () => cache.stats().operations['invalidation_tracking']?.success;
  await eventually(() => expect(heard()).toBe(1));
});

describe('own writes', () => {
  test.each([
    ['set', (cache: Opened['cache'], key: string) => cache.set(key, key)],
    ['setMany', (cache: Opened['cache'], key: string) => cache.setMany([[key, key]])],
    ['getOrSet', (cache: Opened['cache'], key: string) => cache.getOrSet(key, () => key)],
  ])('of %s stay in L1', async (_, write) => {
    const { cache } = await openCache({ transport: transportOf({ url: server.url }) });
    const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`);
    for (const key of keys) await write(cache, key);
    // Long enough for what was told of each to have come.
    const heard = () => cache.stats().operations['invalidation_tracking']?.success;
    await eventually(() => expect(heard()).toBe(50));
    for (const key of keys) expect(await cache.get(key)).toBe(key);
    const { l1, l2 } = cache.stats().hits;
    expect(l1 + l2).toBe(50);
    // A copy may go, where two messages come in an odd order.
    expect(l1).toBeGreaterThan(45);
  });

  test.each([
    ['sealed', { masterKey }],
    ['plain', null],
  ])('that meet with others’ leave no copy that is out of date: %s', async (_, encryption) => {
    const open = async () =>
      (await openCache({ transport: transportOf({ url: server.url }) }, encryption)).cache;
    const [first, second] = [await open(), await open()];
    const keys = Array.from({ length: 400 }, (_, i) => `key ${i}`);
    for (const key of keys) {
      await Promise.all([first.set(key, `first ${key}`), second.set(key, `second ${key}`)]);
    }
    const backend = redis({ url: server.url, keyPrefix: 'app:' });
    const options = encryption === null ? {} : { encryption };
    const truth = createCache({ backend, ...options, l1: { enabled: false } });
    closing.push(() => truth.close());
    await eventually(async () => {
      const stored = await truth.getMany(keys);
      expect(stored.size).toBe(keys.length);
      for (const cache of [first, second]) {
        for (const key of keys) expect(await cache.get(key)).toBe(stored.get(key));
      }
    });
  });

  test('a value whose entry a read has just expired is computed once and stored', async () => {
    await server.stop();
    server = await RedisServer.start('--enable-debug-command', 'yes');
    const { cache } = await openCache({ transport: transportOf({ url: server.url }) });
    await server.ask('DEBUG SET-ACTIVE-EXPIRE 0');
    await server.ask('SET app:a old PX 1');
    await new Promise((resolve) => setTimeout(resolve, 50));
    let computed = 0;
    const compute = async (): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return ++computed;
    };
    for (let i = 0; i < 3; i++) expect(await cache.getOrSet('a', compute)).toBe(1);
  });
});

test('empties L1 at once while the server is gone, and tracks again when it is back', async () => {
  await store('a');
  const opened = await openCache({ transport: transportOf({ url: server.url }) });
  await fill(opened, 'a');
  await server.kill();
  await eventually(() => expect(opened.dropped).toEqual([undefined]));
  await server.restart();
  await eventually(() => expect(opened.dropped).toEqual([undefined, undefined]));
  expect(await trackers()).toBe(1);
});

test('empties L1 when the server says nothing any more', { timeout: 60_000 }, async () => {
  await store('a');
  const transport = transportOf({ url: server.url, commandTimeout: 1000 });
  const opened = await openCache({ transport });
  await fill(opened, 'a');
  server.pause();
  await eventually(() => expect(opened.dropped).toEqual([undefined]));
  server.resume();
  await eventually(() => expect(opened.dropped).toEqual([undefined, undefined]));
  expect(await trackers()).toBe(1);
});

test('one process sees what another sets, over one connection each', {
  timeout: 60_000,
}, async () => {
  const url = server.url;
  const program = fileURLToPath(new URL('../../helpers/invalidation-peer.ts', import.meta.url));
  const child: ChildProcess = fork(program, [url, masterKey, 'tracking']);
  closing.push(async () => {
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([0, null]);
  });
  const peer = async (key: string): Promise<unknown> => {
    child.send(key);
    const [answer] = await once(child, 'message');
    return answer;
  };
  const own = createCache({
    backend: redis({ url }),
    encryption: { masterKey },
    invalidation: { transport: transportOf({ url }) },
  });
  closing.push(() => own.close());

  await own.set('user:42', 'old');
  await eventually(async () => {
    expect(await trackers()).toBe(2);
    expect(await peer('user:42')).toEqual({ value: 'old', inL1: true });
  });
  await own.set('user:42', 'new');
  await eventually(async () => expect(await peer('user:42')).toHaveProperty('value', 'new'));
  expect(await peer('user:42')).toEqual({ value: 'new', inL1: true });

  await own.invalidate('namespace', { namespace: 'user:42' });
  await eventually(async () =>
    expect(await peer('user:42')).toEqual({ value: 'new', inL1: false }),
  );
  expect(await connections()).toBe(5);
});
