/** Servers that die, stall or are not there. */
import { connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import type { MemcachedBackend } from '../../../js/backends/memcached/memcached-backend.ts';
import type { MemcachedBackendOptions } from '../../../js/backends/memcached/options.ts';
import { BackendError, CircuitBreakerOpenError, TimeoutError } from '../../../js/errors.ts';
import { MemcachedServer } from './memcached-server.ts';

const VALUE = Uint8Array.of(0, 255, 128);
const KEYS = Array.from({ length: 40 }, (_, i) => `key-${i}`);

let servers: MemcachedServer[] = [];
let open: MemcachedBackend[] = [];

beforeEach(async () => {
  servers = [await MemcachedServer.start('-b', '1'), await MemcachedServer.start()];
});
afterEach(async () => {
  for (const server of servers) server.resume();
  for (const store of open) await store.close();
  open = [];
  await Promise.all(servers.map((server) => server.stop()));
});

function backend(options: MemcachedBackendOptions = {}): MemcachedBackend {
  const store = memcached({ servers: servers.map(({ address }) => address), ...options });
  open.push(store);
  return store;
}

/** Some keys of each of the two servers, which both hold afterwards. */
async function fill(store: MemcachedBackend): Promise<{ first: string[]; second: string[] }> {
  const first: string[] = [];
  const second: string[] = [];
  for (const key of KEYS) {
    await store.set(key, VALUE);
    const there = (await servers[0]?.ask(`get ${key}`))?.includes('VALUE') === true;
    (there ? first : second).push(key);
  }
  expect(Math.min(first.length, second.length)).toBeGreaterThan(5);
  return { first, second };
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

describe('one of two servers killed', () => {
  test('its keys fail at once and the others live; it is found again when it is back', async () => {
    const store = backend({ timeout: 5000 });
    const { first, second } = await fill(store);
    await servers[0]?.stop();
    for (const key of first) {
      const { error, after } = await failure(store.get(key));
      const found = error instanceof CircuitBreakerOpenError ? error.cause : error;
      expect(found).toBeInstanceOf(BackendError);
      expect(found).toHaveProperty('classification', 'transient');
      expect(after).toBeLessThan(1000);
    }
    for (const key of second) expect(await store.get(key)).toStrictEqual(VALUE);
    await servers[0]?.restart();
    await vi.waitFor(async () => expect(await store.get(first[0] ?? '')).toBeNull(), 8000);
    await store.set(first[0] ?? '', VALUE);
    expect(await store.get(first[0] ?? '')).toStrictEqual(VALUE);
  });

  test('what waits on it fails with the connection, not by its timeout', async () => {
    const store = backend({ timeout: 20_000 });
    const { first, second } = await fill(store);
    servers[0]?.pause();
    const waiting = first.map((key) => failure(store.get(key)));
    await sleep(50);
    await servers[0]?.stop();
    for (const { error, after } of await Promise.all(waiting)) {
      expect(error).toBeInstanceOf(BackendError);
      expect(after).toBeLessThan(5000);
    }
    expect(await store.get(second[0] ?? '')).toStrictEqual(VALUE);
  });
});

describe('one of two servers stalled', () => {
  test('an operation ends by its timeout, with all that waits; the others live', async () => {
    const store = backend({ timeout: 2000 });
    const { first, second } = await fill(store);
    servers[0]?.pause();
    const early = failure(store.get(first[0] ?? ''));
    await sleep(500);
    const late = failure(store.set(first[1] ?? '', VALUE));
    for (const key of second) expect(await store.get(key)).toStrictEqual(VALUE);
    const [one, other] = [await early, await late];
    expect(one.error).toBeInstanceOf(TimeoutError);
    expect(one.after).toBeGreaterThan(1990);
    expect(one.after).toBeLessThan(5000);
    expect(other.error).toBeInstanceOf(TimeoutError);
    expect(other.after).toBeLessThan(one.after - 400);
  });

  test('leaves no connections behind and recovers when it goes on', async () => {
    const store = backend({ timeout: 300 });
    const { first } = await fill(store);
    const before = connections();
    servers[0]?.pause();
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await vi.waitFor(async () => {
        const { error } = await failure(store.get(first[0] ?? ''));
        expect(error).toBeInstanceOf(TimeoutError);
      }, 20_000);
      const { error } = await failure(store.get(first[0] ?? ''));
      expect(error).toBeInstanceOf(CircuitBreakerOpenError);
    }
    expect(connections()).toBeLessThanOrEqual(before);
    servers[0]?.resume();
    await vi.waitFor(
      async () => expect(await store.get(first[0] ?? '')).toStrictEqual(VALUE),
      8000,
    );
  });
});

test('a server that takes no connection costs connectTimeout once, then nothing for a while', async () => {
  const [server] = servers;
  const port = server?.port ?? 0;
  server?.pause();
  // Its queue of connections is full with these, and the system drops further ones.
  const fillers: Socket[] = Array.from({ length: 8 }, () => dial(port, '127.0.0.1'));
  for (const filler of fillers) filler.on('error', () => {});
  await sleep(200);
  const store = backend({ servers: [server?.address ?? ''], connectTimeout: 300, timeout: 5000 });
  const [one, other] = await Promise.all([failure(store.get('a')), failure(store.get('b'))]);
  for (const { error, after } of [one, other]) {
    expect(error).toBeInstanceOf(TimeoutError);
    expect(after).toBeGreaterThan(250);
    expect(after).toBeLessThan(2000);
  }
  // The time without attempts doubles with each that fails, so that a busy machine hits one of them.
  await vi.waitFor(async () => {
    const next = await failure(store.get('a'));
    expect(next.error).toBeInstanceOf(TimeoutError);
    expect(next.after).toBeLessThan(100);
  }, 20_000);
  for (const filler of fillers) filler.destroy();
});

test('a server that is not there is told at once, each time by one that is alone', async () => {
  const store = backend({ servers: ['127.0.0.1:1'] });
  for (let i = 0; i < 20; i += 1) {
    const { error, after } = await failure(store.get('a'));
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('message', expect.stringContaining('ECONNREFUSED'));
    expect(after).toBeLessThan(1000);
  }
});

/** Open sockets of this process. */
function connections(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}
