/** A server that takes connections and says nothing by itself. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** @param greeting sent to each connection, which ends with it; the url has a password, for a login */
export async function muteServer(greeting = '') {
  const sockets: Socket[] = [];
  const received = {
    text: '',
    answer: (reply: string) => {
      for (const socket of sockets) socket.write(reply);
    },
  };
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received.text += chunk.toString('latin1');
    });
    if (greeting !== '') socket.end(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `redis://:secret@127.0.0.1:${address.port}`, server, sockets, received };
}
