/** Servers that die, stall, refuse or are not there. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import type { RedisBackend } from '../../../js/backends/redis/redis-backend.ts';
import type { RedisBackendOptions } from '../../../js/backends/redis/options.ts';
import { BackendError, TimeoutError } from '../../../js/errors.ts';
import { classify } from '../../../js/reliability/classify.ts';
import { muteServer } from '../../helpers/mute-server.ts';
import { freePort, RedisServer } from '../../helpers/redis-server.ts';

const VALUE = Uint8Array.of(0, 255, 128);
/** Long enough for a busy machine to do in it what is not stalled. */
const STALL_MS = 2000;
const open: RedisBackend[] = [];
let server: RedisServer;

function backend(options: Partial<RedisBackendOptions> = {}): RedisBackend {
  const store = redis({ url: server.url, ...options });
  open.push(store);
  return store;
}

/** What it rejects with, and after how many milliseconds. */
async function failure(work: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const began = performance.now();
  const error: unknown = await work.then(
    () => 'it was resolved',
    (reason: unknown) => reason,
  );
  return { error, after: performance.now() - began };
}

/** Asks until it answers; gives how long that took in milliseconds. */
async function recovery(store: RedisBackend): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 10_000) {
    if (
      await store.exists('key').then(
        () => true,
        () => false,
      )
    )
      return performance.now() - began;
    await sleep(20);
  }
  throw new Error('it did not come back');
}

beforeEach(async () => {
  server = await RedisServer.start();
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  await server.stop();
});

describe('a server that dies', () => {
  test('fails what waits and what comes, at once, and is found when it is back', async () => {
    const store = backend();
    await store.set('key', VALUE);
    server.pause();
    const waiting = failure(store.get('key'));
    await sleep(100);
    await server.kill();
    const lost = await waiting;
    expect(lost.error).toBeInstanceOf(BackendError);
    expect(lost.error).toHaveProperty('classification', 'transient');
    expect(lost.after).toBeLessThan(4000);

    const refused = await failure(store.get('key'));
    expect(classify(refused.error)).toBe('transient');
    expect(refused.after).toBeLessThan(4000);

    await server.restart();
    expect(await recovery(store)).toBeLessThan(4000);
    await store.set('key', VALUE);
    expect(await store.get('key')).toStrictEqual(VALUE);
  });

  test('is not asked for a connection by each of many calls', async () => {
    const port = await freePort();
    let attempts = 0;
    const closing = createServer((socket) => {
      attempts += 1;
      socket.destroy();
    });
    closing.listen(port, '127.0.0.1');
    await once(closing, 'listening');
    // With a login there is something to wait for, so that the loss is one of connecting.
    const store = backend({ url: `redis://:secret@127.0.0.1:${port}` });
    for (let i = 0; i < 200; i += 1) {
      expect(classify((await failure(store.get('key'))).error)).toBe('transient');
    }
    expect(attempts).toBeGreaterThan(0);
    expect(attempts).toBeLessThan(12);
    closing.close();
  });

  test('an idle connection that was closed is made anew without a failure', async () => {
    const store = backend();
    await store.set('key', VALUE);
    await server.ask('CLIENT KILL TYPE normal SKIPME yes');
    // Only who asks is left, and this process has had the time to hear of it.
    await vi.waitFor(async () => {
      expect((await server.ask('CLIENT LIST')).match(/^id=/gm)).toHaveLength(1);
    }, 10_000);
    await sleep(50);
    expect(await store.get('key')).toStrictEqual(VALUE);
  });
});

describe('a server that stalls', () => {
  test('B56: each operation ends as a timeout after commandTimeout', async () => {
    const store = backend({ commandTimeout: STALL_MS });
    await store.set('key', VALUE);
    server.pause();
    const failures = await Promise.all([
      failure(store.get('key')),
      failure(store.set('key', VALUE)),
      failure(store.getMany(['key'])),
    ]);
    for (const { error, after } of failures) {
      expect(error).toBeInstanceOf(TimeoutError);
      expect(after).toBeGreaterThan(STALL_MS - 10);
      expect(after).toBeLessThan(2 * STALL_MS);
    }
    const again = await failure(store.exists('key'));
    expect(again.error).toBeInstanceOf(TimeoutError);
    expect(again.after).toBeLessThan(2 * STALL_MS);
    server.resume();
    await recovery(store);
    expect(await store.get('key')).toStrictEqual(VALUE);
  });

  test('B32: a silent connection is given up for a new one', async () => {
    const store = backend({ commandTimeout: STALL_MS });
    await store.set('key', VALUE);
    const before = await server.ask('CLIENT LIST');
    const id = /id=(\d+)/.exec(before)?.[1];
    server.pause();
    await failure(store.get('key'));
    server.resume();
    await recovery(store);
    const after = await server.ask('CLIENT LIST');
    expect(id).toBeDefined();
    expect(after).not.toMatch(new RegExp(`id=${id} `));
  });

  test('a slow connection that still answers is kept', async () => {
    const { url, server: mute, sockets, received } = await muteServer();
    const store = backend({ url: url.replace(':secret@', ''), commandTimeout: STALL_MS });
    const sent = (key: string) => vi.waitFor(() => expect(received.text).toContain(key), 5000);
    const first = store.get('first');
    await sent('first');
    const second = failure(store.get('second'));
    await sent('second');
    received.answer('$1\r\na\r\n');
    expect(await first).toStrictEqual(Uint8Array.of(97));
    expect((await second).error).toBeInstanceOf(TimeoutError);
    const third = store.get('third');
    await sent('third');
    received.answer('$1\r\nb\r\n$1\r\nc\r\n');
    expect(await third).toStrictEqual(Uint8Array.of(99));
    expect(sockets).toHaveLength(1);
    mute.close();
  });

  test('while it accepts connections but no login, connecting has a timeout, too', async () => {
    const { url, server: mute, sockets } = await muteServer();
    const store = backend({ url, connectTimeout: 1000, commandTimeout: 20_000 });
    const { error, after } = await failure(store.get('key'));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(after).toBeLessThan(5000);
    await expect
      .poll(() => sockets.every((socket) => socket.destroyed), { timeout: 10_000 })
      .toBe(true);
    mute.close();
  });

  test('nothing is written after its caller was told of a timeout', async () => {
    const { url, server: mute, received } = await muteServer();
    const store = backend({ url, connectTimeout: 10_000, commandTimeout: STALL_MS });
    expect((await failure(store.set('key', VALUE))).error).toBeInstanceOf(TimeoutError);
    received.answer('+OK\r\n');
    await sleep(100);
    expect(received.text).toContain('AUTH');
    expect(received.text).not.toContain('SET');
    mute.close();
  });
});

describe('a server that refuses', () => {
  const cases: readonly [string, string, string][] = [
    ['a wrong password', 'wrong', 'WRONGPASS'],
    ['no password', '', 'NOAUTH'],
  ];
  test.each(cases)('%s is an authentication failure', async (_, password, code) => {
    await server.ask('CONFIG SET requirepass right');
    const login = password === '' ? '' : `:${password}@`;
    const store = backend({ url: `redis://${login}127.0.0.1:${server.port}` });
    const { error } = await failure(store.get('key'));
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', 'authentication');
    expect(error).toHaveProperty('message', expect.stringContaining(code));
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('wrong');
  });

  test('a right password opens, also with what must be percent-encoded', async () => {
    await server.ask('ACL SETUSER ada on >p@s:s/w#rd ~* &* +@all');
    await server.ask('CONFIG SET requirepass right');
    const password = encodeURIComponent('p@s:s/w#rd');
    const store = backend({ url: `redis://ada:${password}@127.0.0.1:${server.port}/3` });
    await store.set('key', VALUE);
    const plain = backend({ url: `redis://:right@127.0.0.1:${server.port}/3` });
    expect(await plain.get('key')).toStrictEqual(VALUE);
    const other = backend({ url: `redis://:right@127.0.0.1:${server.port}` });
    expect(await other.get('key')).toBeNull();
  });

  test('a user without permission for a command or key is an authentication failure', async () => {
    await server.ask('ACL SETUSER reader on >pw ~allowed:* +get +pttl');
    const store = backend({ url: `redis://reader:pw@127.0.0.1:${server.port}` });
    expect(await store.get('allowed:key')).toBeNull();
    for (const work of [store.get('private:key'), store.set('allowed:key', VALUE)]) {
      const { error } = await failure(work);
      expect(error).toHaveProperty('classification', 'authentication');
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/private|reader/);
    }
    expect(await store.getWithTtl('allowed:key')).toBeNull();
  });

  test('another type under the key is permanent, and the connection goes on', async () => {
    const store = backend();
    await server.ask('LPUSH list a');
    for (const work of [store.get('list'), store.getWithTtl('list')]) {
      const { error } = await failure(work);
      expect(error).toHaveProperty('classification', 'permanent');
      expect(error).toHaveProperty('message', expect.stringContaining('WRONGTYPE'));
    }
    expect(await store.getMany(['list', 'key'])).toStrictEqual([null, null]);
  });

  test('a full memory and too many clients pass', async () => {
    await server.ask('CONFIG SET maxmemory 1');
    const store = backend();
    expect(classify((await failure(store.set('key', VALUE))).error)).toBe('transient');
    await server.ask('CONFIG SET maxmemory 0');
    await server.ask('CONFIG SET maxclients 1');
    expect(classify((await failure(backend().get('key'))).error)).toBe('transient');
    expect(await store.get('key')).toBeNull();
  });

  test('a read-only replica is transient, and the next call connects anew', async () => {
    const store = backend();
    await store.set('key', VALUE);
    await server.ask(`REPLICAOF 127.0.0.1 ${await freePort()}`);
    const clients = async () => /id=(\d+) /.exec(await server.ask('CLIENT LIST TYPE normal'))?.[1];
    const before = await clients();
    expect(classify((await failure(store.set('key', VALUE))).error)).toBe('transient');
    await server.ask('REPLICAOF NO ONE');
    await store.set('key', VALUE);
    expect(await clients()).not.toBe(before);
  });

  test('a protected server without a password is named by its code', async () => {
    const { url, server: mute } = await muteServer(
      '-DENIED Redis is running in protected mode\r\n',
    );
    const { error } = await failure(backend({ url }).get('key'));
    expect(error).toHaveProperty('classification', 'authentication');
    mute.close();
  });
});

describe('secrets', () => {
  test('neither the store nor an error shows the URL or the password', async () => {
    const port = await freePort();
    const store = backend({ url: `redis://ada:s3cret@127.0.0.1:${port}` });
    const { error } = await failure(store.get('key'));
    expect(error).toBeInstanceOf(BackendError);
    for (const shown of [
      inspect(store, { depth: 9, showHidden: true }),
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(store),
      String(error),
    ]) {
      expect(shown).not.toMatch(/s3cret|ada/);
    }
  });
});
