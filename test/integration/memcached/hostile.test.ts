/** Servers that answer in ways of their own. The real one never does, so they are made here. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import memjs from 'memjs';
import { afterEach, expect, test, vi } from 'vitest';
import { Connection } from '../../../js/backends/memcached/connection.ts';
import { memcached } from '../../../js/backends/memcached/memcached.ts';
import type { MemcachedBackend } from '../../../js/backends/memcached/memcached-backend.ts';
import { resolveOptions } from '../../../js/backends/memcached/options.ts';
import { BackendError, TimeoutError } from '../../../js/errors.ts';
import { MemcachedServer } from './memcached-server.ts';

const HEADER = 24;
/** An opcode: which logins there are. A client goes on with its own. */
const LIST_LOGINS = 0x20;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

interface Request {
  readonly opcode: number;
  readonly opaque: number;
  readonly key: string;
  readonly value: string;
}

/** @param answer what to do with a request; `connection` counts from 1 */
async function serve(
  answer: (request: Request, socket: Socket, connection: number) => void,
): Promise<string> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= HEADER && rest.length >= HEADER + rest.readUInt32BE(8)) {
        const begin = HEADER + rest.readUInt8(4);
        const end = HEADER + rest.readUInt32BE(8);
        const key = rest.toString('utf8', begin, begin + rest.readUInt16BE(2));
        const value = rest.toString('utf8', begin + key.length, end);
        const request = { opcode: rest.readUInt8(1), opaque: rest.readUInt32BE(12), key, value };
        rest = rest.subarray(end);
        answer(request, socket, connection);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** The answer to a `get`, with a length other than its own where one is told. */
function found({ opaque, opcode }: Request, value: string, length = value.length): Buffer {
  const header = Buffer.alloc(HEADER + 4);
  header.writeUInt8(0x81, 0);
  header.writeUInt8(opcode, 1);
  header.writeUInt8(4, 4);
  header.writeUInt32BE(4 + length, 8);
  header.writeUInt32BE(opaque, 12);
  return Buffer.concat([header, Buffer.from(value)]);
}

function backend(address: string, timeout = 300): MemcachedBackend {
  const store = memcached({ servers: [address], timeout, maxItemSizeBytes: 10_000 });
  closing.push(() => store.close());
  return store;
}

test('half an answer never becomes part of the next one', async () => {
  const address = await serve((request, socket, connection) => {
    if (connection === 1) socket.end(found(request, 'ha', 40));
    else socket.write(found(request, 'whole'));
  });
  const store = backend(address);
  await expect(store.get('a')).rejects.toThrow(BackendError);
  const answers = await Promise.all(['a', 'b', 'c'].map((key) => store.get(key)));
  for (const answer of answers) expect(answer).toStrictEqual(new Uint8Array(Buffer.from('whole')));
});

test('one answer that does not come leaves the others alone', async () => {
  const seen = new Set<number>();
  const address = await serve((request, socket, connection) => {
    seen.add(connection);
    if (request.key !== 'lost') socket.write(found(request, request.key));
  });
  const store = backend(address);
  const lost = expect(store.get('lost')).rejects.toThrow(TimeoutError);
  expect(await store.get('a')).toStrictEqual(new Uint8Array(Buffer.from('a')));
  await lost;
  expect(await store.get('b')).toStrictEqual(new Uint8Array(Buffer.from('b')));
  expect([...seen]).toStrictEqual([1]);
});

test('an answer larger than any item is not gathered', async () => {
  let sent = 0;
  const address = await serve((request, socket) => {
    socket.write(found(request, '', 2 ** 31));
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else socket.write(Buffer.alloc(4000));
      sent += 4000;
    }, 5);
    closing.push(() => clearInterval(timer));
  });
  const error: unknown = await backend(address, 10_000)
    .get('a')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BackendError);
  expect(error).toHaveProperty('classification', 'permanent');
  expect(sent).toBeLessThan(1_000_000);
});

test('what is no Memcached runs into the timeout', async () => {
  const address = await serve((_, socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(backend(address).get('a')).rejects.toThrow(TimeoutError);
});

test('a login of the environment is sent to nobody, not even to who asks for it', async () => {
  vi.stubEnv('MEMCACHE_USERNAME', 'somebody');
  vi.stubEnv('MEMCACHE_PASSWORD', 'secret');
  const requests: Request[] = [];
  const address = await serve((request, socket) => {
    requests.push(request);
    const asking = found(request, '', 0);
    asking.writeUInt8(LIST_LOGINS, 1);
    if (requests.length === 1) socket.write(asking);
    socket.write(found(request, 'x'));
  });
  const store = backend(address);
  await store.get('a');
  await store.get('b');
  expect(requests[0]).toMatchObject({ opcode: 0, key: 'a' });
  expect(requests.map(({ value }) => value).join()).not.toMatch(/somebody|secret/);
});

test('a server that wants a login is told apart', async () => {
  const address = await serve((request, socket) => {
    const refusal = found(request, '', 0);
    refusal.writeUInt16BE(0x20, 6);
    socket.write(refusal);
  });
  await expect(backend(address).get('a')).rejects.toHaveProperty(
    'classification',
    'authentication',
  );
});

test('requests are numbered anew before memjs runs out of numbers', async () => {
  const server = await MemcachedServer.start();
  closing.push(() => server.stop());
  class LongUsed extends memjs.Client {
    override seq = 2 ** 31 - 4;
  }
  const connection = await Connection.open(
    { ...memjs, Client: LongUsed },
    { host: '127.0.0.1', port: server.port },
    resolveOptions({ timeout: 10_000 }),
    () => {},
  );
  for (let i = 0; i < 6; i += 1) {
    expect(await connection.send((client) => client.touch('absent', 1))).toBe(false);
  }
  connection.end(new BackendError('the test is over'));
});
