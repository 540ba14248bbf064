/** A command as it goes over the wire: its name, then its arguments. */
export type RedisCommand = readonly [name: string, ...args: (string | Buffer)[]];

/** One connection that only listens. */
export interface Subscriber {
  /**
   * Connects and subscribes.
   * @param lost called when the connection ends by itself, also before it listens
   */
  listen(channel: string, heard: (message: Buffer) => void, lost: () => void): Promise<void>;
  /** Ends it without calling `lost`; never throws. */
  close(): void;
}

/** A way to send commands to Redis, over whichever client. */
export interface RedisLink {
  /** Whether the keys of one command must lie together, so that commands of many keys do not work. */
  readonly isCluster: boolean;
  /**
   * Commands sent in the same turn go out together, in order.
   * @param key what a cluster routes by; `undefined` for any node
   * @param signal withdraws the command where it has not been sent yet
   * @returns the reply as the client gives it, bulk strings as `Buffer`
   */
  send(command: RedisCommand, key: string | undefined, signal: AbortSignal): Promise<unknown>;
  /** Tells that something sent at that time, by `monotonicNow`, was not answered in time. */
  unanswered(since: number): void;
  /** @throws {ConfigurationError} where the client cannot be duplicated */
  openSubscriber(): Promise<Subscriber>;
  /** Leaves alone what is its giver's. */
  close(): Promise<void>;
}
