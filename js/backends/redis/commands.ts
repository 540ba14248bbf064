import { monotonicNow } from '../../reliability/clock.ts';
import { inTime } from './deadline.ts';
import type { RedisCommand, RedisLink } from './link.ts';
import type { ResolvedConnection } from './options.ts';
import { redisError } from './redis-error.ts';

/** A command, and the key that a cluster routes it by. */
export interface Request {
  readonly key?: string;
  readonly command: RedisCommand;
}

/** Sends commands within a deadline and reports failures as errors of ours. */
export class Commands {
  readonly link: RedisLink;
  readonly #timeout: number;

  constructor({ link, commandTimeout }: ResolvedConnection) {
    this.link = link;
    this.#timeout = commandTimeout;
  }

  /** @throws {TimeoutError} @throws {BackendError} @throws {ConfigurationError} without a client */
  async send(request: Request): Promise<unknown> {
    const [reply] = await this.sendAll([request]);
    return reply;
  }

  /** All in one round trip, with one deadline; fails as soon as one of them does. */
  async sendAll(requests: readonly Request[]): Promise<unknown[]> {
    const since = monotonicNow();
    const { link } = this;
    const sending = (signal: AbortSignal): Promise<unknown[]> =>
      Promise.all(requests.map(({ command, key }) => link.send(command, key, signal)));
    try {
      return await inTime(this.#timeout, sending, () => link.unanswered(since));
    } catch (error) {
      throw redisError(error);
    }
  }
}
