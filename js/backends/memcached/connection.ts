import type { Socket } from 'node:net';
import type { Client, Server } from 'memjs';
import { BackendError, type CachekitError, TimeoutError } from '../../errors.ts';
import { after, monotonicNow } from '../../reliability/clock.ts';
import type { MemcachedAddress } from './address.ts';
import { memcachedError, refusalOf } from './memcached-error.ts';
import type { ResolvedOptions } from './options.ts';

export type Memjs = typeof import('memjs');
export type Command<T> = (client: Client) => Promise<T>;

/** A day: memjs's own timeouts leave a socket behind, so ours must always come first. */
const NEVER_SECONDS = 86_400;
const KEEP_ALIVE_SECONDS = 5;

/** memjs numbers requests by signed 32 bits and fails for good behind them. */
const LAST_NUMBER = 2 ** 31 - 2;

/** What a message may have beyond the item in it. */
const MESSAGE_OVERHEAD = 1024;

/**
 * A memjs client with one connection to one server. memjs alone would neither fail what waits on a
 * connection that the server closed, nor forget half an answer when it connects anew. So each connection
 * has a client of its own, which ends with it.
 */
export class Connection {
  readonly #client: Client;
  readonly #server: Server;
  readonly #timeout: number;
  readonly #ended: (error: CachekitError) => void;
  #heardAt = monotonicNow();
  #end: CachekitError | null = null;

  /**
   * @param ended called once when it can no longer be used, with the reason
   * @throws {TimeoutError} @throws {BackendError}
   */
  static async open(
    memjs: Memjs,
    address: MemcachedAddress,
    options: ResolvedOptions,
    ended: (error: CachekitError) => void,
  ): Promise<Connection> {
    const server = new memjs.Server(address.host, address.port, '', '', {
      timeout: NEVER_SECONDS,
      conntimeout: NEVER_SECONDS,
      keepAlive: true,
      keepAliveDelay: KEEP_ALIVE_SECONDS,
    });
    // Taken from the environment otherwise, and sent in the clear to whichever server this is.
    server.username = undefined;
    server.password = undefined;
    const client = new memjs.Client([server], { retries: 1, logger: { log: () => {} } });
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    server.onError('connecting', reject);
    server.sock(false, (socket) => {
      resolve(new Connection(client, server, socket, options, ended));
    });
    const cancel = after(options.connectTimeout, () => {
      server.error(
        new TimeoutError(`Memcached took no connection in ${options.connectTimeout} ms`),
      );
    });
    try {
      return await promise;
    } catch (error) {
      throw memcachedError(error);
    } finally {
      cancel();
    }
  }

  private constructor(
    client: Client,
    server: Server,
    socket: Socket,
    { timeout, maxItemSizeBytes }: ResolvedOptions,
    ended: (error: CachekitError) => void,
  ) {
    this.#client = client;
    this.#server = server;
    this.#timeout = timeout;
    this.#ended = ended;
    socket.setNoDelay(true);
    socket.on('data', () => {
      // A server could announce gigabytes, and memjs would gather them.
      if (server.responseBuffer.length <= maxItemSizeBytes + MESSAGE_OVERHEAD) return;
      this.end(new BackendError('Memcached sent more than an item may have', 'permanent'));
    });
    socket.once('close', () => {
      this.end(new BackendError('Memcached closed the connection', 'transient'));
    });
  }

  /**
   * Sends one command and waits for its answer. A connection on which no answer at all arrives while a
   * command waits in vain is given up, with all that waits on it (B32).
   * @throws {TimeoutError} @throws {BackendError} @throws {ValueTooLargeError}
   */
  async send<T>(command: Command<T>): Promise<T> {
    if (this.#end !== null) throw this.#end;
    if (this.#client.seq >= LAST_NUMBER) this.#client.seq = 0;
    const since = monotonicNow();
    const { promise: limit, reject } = Promise.withResolvers<never>();
    const cancel = after(this.#timeout, () => {
      const late = new TimeoutError(`Memcached did not answer in ${this.#timeout} ms`);
      reject(late);
      if (this.#heardAt <= since) this.end(late);
    });
    try {
      const answer = await Promise.race([command(this.#client), limit]);
      this.#heardAt = monotonicNow();
      return answer;
    } catch (error) {
      if (refusalOf(error) !== undefined) this.#heardAt = monotonicNow();
      throw memcachedError(error);
    } finally {
      cancel();
    }
  }

  /** Fails all that waits, with the error. Idempotent. */
  end(error: CachekitError): void {
    if (this.#end !== null) return;
    this.#end = error;
    this.#ended(error);
    this.#server.error(error);
  }
}
