import { setTimeout } from 'node:timers';
import { describeError } from '../../log/describe-error.ts';
import { RateLimited } from '../../log/rate-limited.ts';
import { monotonicNow } from '../../reliability/clock.ts';
import { backOffMs } from './back-off.ts';
import { inTime } from './deadline.ts';
import type { RedisLink, Subscriber } from './link.ts';
import type { ResolvedConnection } from './options.ts';
import { redisError } from './redis-error.ts';
import { bytesOf } from './replies.ts';

export interface SubscriptionParts extends ResolvedConnection {
  readonly channel: string;
  readonly heard: (message: Uint8Array) => void;
  /** It listens again after a gap in which messages were missed. */
  readonly restored: () => void;
}

/** A connection that ended sooner was not sound: to make the next one at once would go on and on. */
const SOUND_AFTER_MS = 10_000;

/**
 * Listens to a channel over a connection of its own. When that ends, it makes a new one, with back-off,
 * until it is closed; waiting for that keeps no process alive.
 */
export class RedisSubscription {
  readonly #parts: SubscriptionParts;
  readonly #link: RedisLink;
  readonly #warnings = new RateLimited();
  #subscriber: Subscriber | null = null;
  #listening = false;
  /** By `monotonicNow`. */
  #listeningSince = 0;
  /** Connections in a row that could not be made or ended soon. */
  #failures = 0;
  #cancelRetry: () => void = () => {};
  #closed = false;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#link = parts.link;
  }

  /** Whether messages arrive at the moment, as far as the connection knows. */
  get listening(): boolean {
    return this.#listening;
  }

  /** Rejects where the first try fails, and then does not try again. */
  async start(): Promise<void> {
    try {
      await this.#listen();
    } catch (error) {
      this.close();
      throw redisError(error);
    }
  }

  /** Idempotent. */
  close(): void {
    this.#closed = true;
    this.#cancelRetry();
    this.#drop();
  }

  async #listen(): Promise<void> {
    const { channel, commandTimeout } = this.#parts;
    await inTime(commandTimeout, async (signal) => {
      const subscriber = await this.#link.openSubscriber();
      if (this.#closed || signal.aborted) {
        subscriber.close();
        return;
      }
      this.#subscriber = subscriber;
      await subscriber.listen(
        channel,
        (message) => this.#heard(message),
        () => this.#lost(subscriber),
      );
      this.#listening = this.#subscriber === subscriber;
      this.#listeningSince = monotonicNow();
    });
  }

  /** @param message bytes, unless the server says something else: a number would become so many zeros */
  #heard(message: unknown): void {
    try {
      this.#parts.heard(bytesOf(message) ?? new Uint8Array());
    } catch (error) {
      const what = 'a message or a listener of a Redis channel failed';
      this.#warnings.warn(what, () => `${what}: ${describeError(error)}`);
    }
  }

  /** An end before it listened reaches who waits for that. */
  #lost(subscriber: Subscriber): void {
    if (this.#subscriber !== subscriber || !this.#listening) return;
    if (monotonicNow() - this.#listeningSince >= SOUND_AFTER_MS) this.#failures = 0;
    this.#drop();
    this.#retry();
  }

  #drop(): void {
    this.#subscriber?.close();
    this.#subscriber = null;
    this.#listening = false;
  }

  #retry(): void {
    this.#failures += 1;
    const timer = setTimeout(() => {
      this.#listen().then(
        () => {
          if (this.#listening) this.#parts.restored();
        },
        () => {
          this.#drop();
          if (!this.#closed) this.#retry();
        },
      );
    }, backOffMs(this.#failures));
    timer.unref();
    this.#cancelRetry = () => clearTimeout(timer);
  }
}
