/** A cache service over real HTTP on loopback, which records what it is asked and can misbehave. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { FakeStore, json, type StoreAnswer } from './fake-store.ts';

export const API_KEY = 'ck_sdk_5ecret.Key-42';

export interface SeenRequest {
  readonly method: string;
  /** As it was sent, not decoded. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Uint8Array;
}

/** Answers one request in its own way. */
export type Misbehaviour = (response: ServerResponse, request: SeenRequest) => void;

interface ServiceSettings {
  readonly now?: () => number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

export class FakeService {
  readonly requests: SeenRequest[] = [];
  connections = 0;
  readonly #store: FakeStore;
  readonly #misbehaviours: Misbehaviour[] = [];
  readonly #tls: boolean;
  readonly #server: ReturnType<typeof createServer>;

  private constructor({ now = Date.now, tls }: ServiceSettings) {
    this.#store = new FakeStore(now);
    this.#tls = tls !== undefined;
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      // A client that hangs up in the middle of its request, or of our answer, is part of the tests.
      this.#handle(request, response).catch(() => response.destroy());
    };
    this.#server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    this.#server.on(tls === undefined ? 'connection' : 'secureConnection', () => {
      this.connections += 1;
    });
  }

  static async start(settings: ServiceSettings = {}): Promise<FakeService> {
    const service = new FakeService(settings);
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return portOf(address);
  }

  get url(): string {
    return this.#tls ? `https://localhost:${this.port}` : `http://127.0.0.1:${this.port}`;
  }

  get last(): SeenRequest {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error('nothing was asked');
    return request;
  }

  /** The next requests, one each. */
  next(...misbehaviours: Misbehaviour[]): void {
    this.#misbehaviours.push(...misbehaviours);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: new Uint8Array(Buffer.concat(chunks)) };
    this.requests.push(request);
    const misbehaviour = this.#misbehaviours.shift();
    if (misbehaviour !== undefined) misbehaviour(response, request);
    else reply(response, this.#answer(request));
  }

  #answer(request: SeenRequest): StoreAnswer {
    const { authorization, 'x-cachekit-l1-status': l1Status = '' } = request.headers;
    if (authorization !== `Bearer ${API_KEY}`) return json({ error: 'unknown key' }, 401);
    if (!['hit', 'miss', 'disabled'].includes(String(l1Status))) {
      return json({ error: 'X-CacheKit-L1-Status' }, 400);
    }
    const [empty, version, cache, segment = '', resource = '', ...more] = request.path.split('/');
    const known = empty === '' && version === 'v1' && cache === 'cache' && more.length === 0;
    if (!known || segment === '') return json({ error: 'no such route' }, 405);
    if (segment === 'health' && resource === '') return this.#store.health();
    return this.#store.answer(decodeURIComponent(segment), resource, request);
  }
}

export function reply(response: ServerResponse, answer: StoreAnswer): void {
  const { status, headers = {}, body = new Uint8Array(0) } = answer;
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

function portOf({ port }: AddressInfo): number {
  return port;
}
