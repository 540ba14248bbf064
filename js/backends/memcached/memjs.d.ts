/** What is used of memjs 1.3, which brings no types of its own. */
declare module 'memjs' {
  export interface ServerOptions {
    /** Seconds for an answer. */
    timeout?: number;
    /** Seconds for connecting. */
    conntimeout?: number;
    keepAlive?: boolean;
    /** Seconds. */
    keepAliveDelay?: number;
  }

  /** A connection to one server. */
  export class Server {
    constructor(
      host: string,
      port: number,
      username?: string,
      password?: string,
      options?: ServerOptions,
    );
    username: string | undefined;
    password: string | undefined;
    /** What came and is not a whole message yet. */
    readonly responseBuffer: Buffer;
    /** Connects where there is no connection yet. */
    sock(authenticating: boolean, go: (socket: import('node:net').Socket) => void): void;
    onError(sequence: number | string, failed: (error: unknown) => void): void;
    /** Ends the connection; all that waits fails with the error. */
    error(error: Error): void;
  }

  export interface ClientOptions {
    /** Tries in all. */
    retries?: number;
    logger?: { log(...parts: unknown[]): void };
  }

  export class Client {
    constructor(servers: Server[], options?: ClientOptions);
    /** The number of the last request, which its answer repeats. */
    seq: number;
    get(key: string): Promise<{ readonly value: Buffer | null }>;
    set(key: string, value: Buffer, options: { expires: number }): Promise<boolean>;
    delete(key: string): Promise<boolean>;
    touch(key: string, expires: number): Promise<boolean>;
  }

  export const Utils: {
    /** Never negative. */
    hashCode(key: string): number;
  };
}
