/** Events between processes and after losses, by each kind of client. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import { BackendError, TimeoutError } from '../../../js/errors.ts';
import { createInvalidationEvent } from '../../../js/invalidation/event-source.ts';
import { RedisInvalidationChannel } from '../../../js/invalidation/redis-channel.ts';
import {
  type RedisInvalidationOptions,
  RedisInvalidationTransport,
} from '../../../js/invalidation/redis-transport.ts';
import { createCache, generateKey } from '../../../js/node.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { RedisServer } from '../../helpers/redis-server.ts';
import { type Closing, ioredis, nodeRedis } from './clients.ts';

const ALL = Uint8Array.from({ length: 256 }, (_, i) => i);
/** Messages come when they come, above all on a busy machine. */
const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 15_000, interval: 30 });
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
  const transport = new RedisInvalidationTransport(options);
  closing.push(() => transport.close());
  return transport;
}

async function listeners(): Promise<number> {
  return (await server.ask('CLIENT LIST TYPE pubsub')).match(/id=/g)?.length ?? 0;
}

const kinds: readonly [string, () => Promise<RedisInvalidationOptions>][] = [
  ['a url', async () => ({ url: server.url })],
  [
    'node-redis',
    async () => {
      const { client, close } = await nodeRedis(server.url);
      closing.push(close);
      return { client };
    },
  ],
  [
    'ioredis',
    async () => {
      const { client, close } = await ioredis(server.url);
      closing.push(close);
      return { client };
    },
  ],
];

describe.each(kinds)('a transport by %s', (_, connect) => {
  test('carries any bytes to all who listen, and to nobody after the end', async () => {
    const options = await connect();
    const [first, second] = [transportOf(options), transportOf(options)];
    const heard: [string, Uint8Array][] = [];
    const end = await first.subscribe((bytes) => heard.push(['a', bytes]));
    await first.subscribe((bytes) => heard.push(['b', bytes]));
    await second.subscribe((bytes) => heard.push(['c', bytes]));
    const sent = ALL.slice();
    const publishing = second.publish(sent);
    sent.fill(0);
    await publishing;
    await eventually(() => expect(heard).toHaveLength(3));
    expect(new Map(heard)).toStrictEqual(
      new Map([
        ['a', ALL],
        ['b', ALL],
        ['c', ALL],
      ]),
    );
    expect(await listeners()).toBe(3);

    await end();
    await eventually(async () => expect(await listeners()).toBe(2));
    await first.publish(Uint8Array.of(1));
    await eventually(() => expect(heard).toHaveLength(5));
    await first.close();
    await second.close();
    await eventually(async () => expect(await listeners()).toBe(0));
    expect(heard.filter(([name]) => name === 'a')).toHaveLength(1);
  });

  test('listens again after its connection or the server was lost, and tells of it', async () => {
    const transport = transportOf(await connect());
    const heard: Uint8Array[] = [];
    const restored = vi.fn();
    await transport.subscribe((bytes) => heard.push(bytes), restored);
    await server.ask('CLIENT KILL TYPE pubsub');
    await eventually(() => expect(restored).toHaveBeenCalledTimes(1));
    await transport.publish(Uint8Array.of(1));
    await eventually(() => expect(heard).toStrictEqual([Uint8Array.of(1)]));

    await server.kill();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.restart();
    await eventually(() => expect(restored).toHaveBeenCalledTimes(2));
    await eventually(() => transport.publish(Uint8Array.of(2)));
    await eventually(() => expect(heard).toContainEqual(Uint8Array.of(2)));
    expect(await listeners()).toBe(1);
  });

  test('does not come back once it was ended', async () => {
    const transport = transportOf(await connect());
    const restored = vi.fn();
    const end = await transport.subscribe(() => {}, restored);
    await server.kill();
    await end();
    await server.restart();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await listeners()).toBe(0);
    expect(restored).not.toHaveBeenCalled();
  });

  test('keeps channels apart, and goes on after a listener that throws', async () => {
    const options = await connect();
    const [own, other] = [transportOf({ ...options, channelName: 'é' }), transportOf(options)];
    const heard: number[] = [];
    await own.subscribe(([first = -1]) => {
      heard.push(first);
      throw new Error('s3cret');
    });
    await other.publish(Uint8Array.of(1));
    await own.publish(Uint8Array.of(2));
    await own.publish(Uint8Array.of(3));
    await eventually(() => expect(heard).toStrictEqual([2, 3]));
    expect(lines.join()).toContain('listener');
    expect(lines.join()).not.toContain('s3cret');
  });

  test('a server that stalls ends both in time', async () => {
    const transport = transportOf({ ...(await connect()), commandTimeout: 2000 });
    await transport.publish(ALL);
    server.pause();
    const began = performance.now();
    await expect(transport.subscribe(() => {})).rejects.toThrow(TimeoutError);
    await expect(transport.publish(ALL)).rejects.toThrow(TimeoutError);
    expect(performance.now() - began).toBeLessThan(9000);
    server.resume();
    await eventually(() => transport.publish(ALL));
    await eventually(async () => expect(await listeners()).toBe(0));
  });
});

test('a transport that cannot begin says why', async () => {
  await server.ask('CONFIG SET requirepass right');
  const wrong = transportOf({ url: `redis://:wrong@127.0.0.1:${server.port}` });
  for (const work of [() => wrong.subscribe(() => {}), () => wrong.publish(ALL)]) {
    const error: unknown = await work().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackendError);
    expect(error).toHaveProperty('classification', 'authentication');
  }
  await server.kill();
  const lone = transportOf({ url: server.url });
  await expect(lone.subscribe(() => {})).rejects.toHaveProperty('classification', 'transient');
});

/** Starts a process with a cache of its own, which answers what `get` of a key gave it. */
async function startPeer(masterKey: string) {
  const program = fileURLToPath(new URL('../../helpers/invalidation-peer.ts', import.meta.url));
  const child: ChildProcess = fork(program, [server.url, masterKey]);
  closing.push(async () => {
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([0, null]);
  });
  return async (key: string): Promise<{ value: unknown; inL1: boolean }> => {
    child.send(key);
    const [answer] = await once(child, 'message');
    return answer;
  };
}

test('one process tells another what it invalidated, both encrypted', {
  timeout: 60_000,
}, async () => {
  const masterKey = generateKey();
  const transport = transportOf({ url: server.url });
  const own = createCache({
    backend: redis({ url: server.url }),
    encryption: { masterKey },
    invalidation: { transport },
  });
  closing.push(() => own.close());
  const peer = await startPeer(masterKey);

  await own.set('user:42', 'old');
  await peer('user:42');
  await eventually(async () => {
    expect(await listeners()).toBe(2);
    expect(await peer('user:42')).toEqual({ value: 'old', inL1: true });
  });
  await own.set('user:42', 'new');
  expect(await peer('user:42')).toEqual({ value: 'old', inL1: true });

  await own.invalidate('global');
  await eventually(async () => {
    expect(await peer('user:42')).toHaveProperty('value', 'new');
  });
  expect(await peer('user:42')).toEqual({ value: 'new', inL1: true });
  await own.invalidate('params', { key: 'user:42' });
  await eventually(async () => expect((await peer('user:42')).value).toBeNull());
  expect(await server.ask('GET user:42')).toBe('$-1\r\n');
});

describe('RedisInvalidationChannel', () => {
  const namespace = createInvalidationEvent({ level: 'namespace', namespace: 'users' });

  test('hands events to callbacks while it runs', async () => {
    const { client, close } = await ioredis(server.url);
    closing.push(close);
    const channel = new RedisInvalidationChannel(client, { channelName: 'mine' });
    closing.push(() => channel.stop());
    const heard: unknown[] = [];
    channel.subscribe((event) => heard.push(event));
    expect(channel.isAvailable()).toBe(false);
    channel.publish(namespace);
    await channel.start();
    await channel.start();
    expect(channel.isAvailable()).toBe(true);
    expect(await listeners()).toBe(1);
    channel.publish(namespace);
    await eventually(() => expect(heard).toEqual([namespace]));

    await channel.restart();
    channel.publish(namespace);
    await eventually(() => expect(heard).toHaveLength(2));
    await channel.stop();
    await channel.stop();
    expect(channel.isAvailable()).toBe(false);
    await eventually(async () => expect(await listeners()).toBe(0));
  });

  test('tells of a gap by a global event, and is not available within', async () => {
    const { client, close } = await nodeRedis(server.url);
    closing.push(close);
    const channel = new RedisInvalidationChannel(client);
    closing.push(() => channel.stop());
    const levels: string[] = [];
    channel.subscribe(({ level }) => levels.push(level));
    await channel.start();
    await server.kill();
    await eventually(() => expect(channel.isAvailable()).toBe(false));
    channel.publish(namespace);
    await server.restart();
    await eventually(() => expect(levels[0]).toBe('global'));
    expect(channel.isAvailable()).toBe(true);
  });

  test('survives what is no event, and callbacks that fail', async () => {
    const { client, close } = await nodeRedis(server.url);
    closing.push(close);
    const channel = new RedisInvalidationChannel(client);
    closing.push(() => channel.stop());
    const heard: unknown[] = [];
    channel.subscribe(() => {
      throw new Error('first');
    });
    channel.subscribe(() => Promise.reject(new Error('second')));
    channel.subscribe((event) => heard.push(event));
    await channel.start();
    for (let n = 0; n < 20; n += 1) await client.publish('cachekit:invalidate', 'no event');
    channel.publish(namespace);
    await eventually(() => expect(heard).toEqual([namespace]));
    // Whoever can publish could fill the log otherwise.
    expect(lines.filter((line) => line.includes('listener'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('ignored'))).toHaveLength(1);
  });

  test('a failure to send is logged, a failure to start thrown', async () => {
    const { client, close } = await nodeRedis(server.url);
    const channel = new RedisInvalidationChannel(client);
    close();
    channel.publish(namespace);
    await eventually(() => expect(lines.join()).toContain('was not sent'));
    await server.kill();
    await expect(channel.start()).rejects.toThrow(BackendError);
    expect(channel.isAvailable()).toBe(false);
  });
});
