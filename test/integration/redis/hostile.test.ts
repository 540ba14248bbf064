/** Servers that answer in ways of their own. The real one never does, so they are made here. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { redis } from '../../../js/backends/redis/redis.ts';
import { TimeoutError } from '../../../js/errors.ts';
import {
  type RedisInvalidationOptions,
  RedisInvalidationTransport,
} from '../../../js/invalidation/redis-transport.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { muteServer } from '../../helpers/mute-server.ts';
import type { Closing } from './clients.ts';

const STALL_MS = 2000;
/** What is sent comes when it comes, above all on a busy machine. */
const eventually = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 15_000, interval: 30 });
const closing: Closing[] = [];
const lines = captureLog();

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function transportOf(options: RedisInvalidationOptions): RedisInvalidationTransport {
  const transport = new RedisInvalidationTransport(options);
  closing.push(() => transport.close());
  return transport;
}

test('a connection on which an answer was lost is given up once it is found out', async () => {
  const { url, server: mute, sockets, received } = await muteServer();
  const store = redis({ url: url.replace(':secret@', ''), commandTimeout: STALL_MS });
  closing.push(
    () => store.close(),
    () => mute.close(),
  );
  const sent = (key: string) => eventually(() => expect(received.text).toContain(key));
  const first = store.get('first');
  const second = expect(store.get('second')).rejects.toThrow(TimeoutError);
  await sent('second');
  received.answer('$1\r\na\r\n');
  expect(await first).toStrictEqual(Uint8Array.of(97));
  await second;
  const third = expect(store.get('third')).rejects.toThrow(TimeoutError);
  await sent('third');
  received.answer('$1\r\nc\r\n');
  await third;
  const fourth = store.get('fourth');
  await sent('fourth');
  received.answer('$1\r\nd\r\n');
  expect(await fourth).toStrictEqual(Uint8Array.of(100));
  expect(sockets).toHaveLength(2);
});

test('what a server sends instead of bytes is no message, and takes no memory', async () => {
  const { url, server: mute, received } = await muteServer();
  closing.push(() => mute.close());
  const transport = transportOf({ url: url.replace(':secret@', '') });
  const heard: Uint8Array[] = [];
  const subscribing = transport.subscribe((bytes) => heard.push(bytes));
  await eventually(() => expect(received.text).toContain('subscribe'));
  const message = '*3\r\n$7\r\nmessage\r\n$19\r\ncachekit:invalidate\r\n';
  received.answer('*3\r\n$9\r\nsubscribe\r\n$19\r\ncachekit:invalidate\r\n:1\r\n');
  await subscribing;
  for (const sent of [':9', ':9', '*1\r\n:9', '$1\r\na']) received.answer(`${message}${sent}\r\n`);
  await eventually(() => expect(heard).toEqual([Uint8Array.of(97)]));
  expect(lines.filter((line) => line.includes('a message or a listener'))).toHaveLength(1);
});

test('a server that ends each connection is asked more and more seldom', async () => {
  const { url, server: flapping } = await muteServer();
  closing.push(() => flapping.close());
  let connections = 0;
  flapping.on('connection', (socket) => {
    connections += 1;
    socket.on('data', () => {
      socket.end('*3\r\n$9\r\nsubscribe\r\n$19\r\ncachekit:invalidate\r\n:1\r\n');
    });
  });
  const transport = transportOf({ url: url.replace(':secret@', '') });
  let restored = 0;
  await transport.subscribe(
    () => {},
    () => {
      restored += 1;
    },
  );
  await eventually(() => expect(restored).toBeGreaterThan(1));
  await sleep(3000);
  // 100, 200, 400 … ms, each shorter by up to a half; 100 each time would make thirty.
  expect(connections).toBeLessThan(10);
});
