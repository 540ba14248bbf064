/** Who cannot track keys is told why. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import {
  type RedisInvalidationOptions,
  RedisInvalidationTransport,
} from '../../../js/invalidation/redis-transport.ts';
import { createCache } from '../../../js/node.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { freePort, RedisServer } from '../../helpers/redis-server.ts';
import { type Closing, nodeRedis } from './clients.ts';

const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 20_000, interval: 30 });
const closing: Closing[] = [];
const lines = captureLog();
let server: RedisServer;

beforeEach(async () => {
  server = await RedisServer.start();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await server.stop();
});

function transportOf(options: RedisInvalidationOptions): RedisInvalidationTransport {
  const transport = new RedisInvalidationTransport({ ...options, tracking: true });
  closing.push(() => transport.close());
  return transport;
}

function refusalOf(transport: RedisInvalidationTransport): Promise<unknown> {
  const keys = { keyPrefix: 'app:', changed: () => {}, tracked: () => {} };
  return transport
    .subscribe(() => {}, undefined, keys)
    .then(
      () => 'none',
      (error: unknown) => error,
    );
}

test('a user without the right to track, until he has it', { timeout: 60_000 }, async () => {
  await server.ask('ACL SETUSER app on >secret ~* &* +@all -client|tracking');
  const url = `redis://app:secret@127.0.0.1:${server.port}`;
  const cache = createCache({
    backend: redis({ url }),
    invalidation: { transport: transportOf({ url }) },
  });
  closing.push(() => cache.close());
  const errors: unknown[] = [];
  cache.on('error', ({ error }) => errors.push(error));
  await eventually(() => expect(errors).not.toHaveLength(0));
  expect(errors[0]).toBeInstanceOf(BackendError);
  expect(errors[0]).toHaveProperty('classification', 'authentication');
  expect(String(errors[0])).toContain('+client|tracking');
  expect(lines.join()).toContain('invalidation_subscribe failed');
  expect(lines.join()).not.toContain('secret');
  await server.ask('ACL SETUSER app +client|tracking');
  await eventually(async () => expect(await server.ask('CLIENT LIST')).toMatch(/ flags=\w*tB/));
});

test('a server before Redis 6', async () => {
  const old = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.write("-ERR unknown command 'HELLO'\r\n"));
  });
  old.listen(0, '127.0.0.1');
  await once(old, 'listening');
  closing.push(() => old.close());
  const address = old.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const error = await refusalOf(transportOf({ url: `redis://127.0.0.1:${port}` }));
  expect(error).toBeInstanceOf(BackendError);
  expect(error).toHaveProperty('classification', 'permanent');
  expect(String(error)).toContain('Redis 6');
});

test('a wrong password, as without tracking', async () => {
  await server.ask('CONFIG SET requirepass right');
  const url = `redis://:wrong@127.0.0.1:${server.port}`;
  const error = await refusalOf(transportOf({ url }));
  expect(String(error)).toContain('WRONGPASS');
  expect(error).toHaveProperty('classification', 'authentication');
});

test('a library that does not know the option', async () => {
  const { client: real, close } = await nodeRedis(server.url);
  closing.push(close);
  const older = {
    options: real.options,
    sendCommand: real.sendCommand.bind(real),
    withTypeMapping: real.withTypeMapping.bind(real),
    subscribe: real.subscribe.bind(real),
    duplicate: (overrides: object) => real.duplicate({ ...overrides, emitInvalidate: false }),
  };
  const error = await refusalOf(transportOf({ client: older }));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain('5.9');
  // The one of the client, and the one that asks.
  await eventually(async () =>
    expect((await server.ask('CLIENT LIST')).match(/ fd=/g)).toHaveLength(2),
  );
});

test('a node of a cluster, which would tell of its own keys alone', async () => {
  await server.stop();
  const bus = await freePort();
  server = await RedisServer.start('--cluster-enabled', 'yes', '--cluster-port', `${bus}`);
  const error = await refusalOf(transportOf({ url: server.url }));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain('cluster');
});

test('a server that is away, at once', async () => {
  const { client, close } = await nodeRedis(server.url);
  closing.push(close);
  await server.kill();
  for (const options of [{ client }, { url: server.url }]) {
    const error = await refusalOf(transportOf(options));
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', 'transient');
  }
});

test('a user who may not look at entries, with each copy of his own writes', async () => {
  await server.ask('ACL SETUSER app on >secret ~* &* +@all -getrange');
  const url = `redis://app:secret@127.0.0.1:${server.port}`;
  const cache = createCache({
    backend: redis({ url }),
    invalidation: { transport: transportOf({ url }) },
  });
  closing.push(() => cache.close());
  await eventually(async () => {
    await cache.set('key', 1);
    expect(cache.stats().operations['invalidation_tracking']?.error).toBeGreaterThan(0);
  });
  expect(lines.join()).toContain('the copy of an own write was dropped');
  await eventually(() => expect(cache.stats().l1.entries).toBe(0));
  expect(await cache.get('key')).toBe(1);
});
