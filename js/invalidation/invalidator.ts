import { EncryptionError, SerializationError, TimeoutError } from '../errors.ts';
import { errorType } from '../log/error-type.ts';
import { after } from '../reliability/clock.ts';
import type { InvalidationTransport } from './channel.ts';
import type { InvalidationTarget } from './event-codec.ts';
import { deserializeEvent, type InvalidationEvent, signedBytes } from './event-codec.ts';
import { type EventAuthenticator, EventSource } from './event-source.ts';
import { OwnWrites } from './own-writes.ts';
import { ReplayWindow } from './replay-window.ts';
import { Subscription } from './subscription.ts';

/** Longest that a caller of `invalidate()` waits for the transport, milliseconds. */
const PUBLISH_LIMIT_MS = 2000;

/** What the invalidator tells of what it did. */
export interface InvalidationObserver {
  operation(name: 'invalidation_publish' | 'invalidation_receive' | 'invalidation_tracking'): void;
  failed(operation: string, type: string, error: unknown, consequence: string): void;
}

export interface InvalidatorParts {
  readonly transport: InvalidationTransport;
  /** `null` on a plaintext cache: it believes every event of its channel. */
  readonly authenticator: EventAuthenticator | null;
  /** Drops what is out of date in this process. */
  readonly apply: (target: InvalidationTarget) => void;
  /** Of the backend. */
  readonly keyPrefix: string;
  /**
   * The store told of a change, unsigned on an encrypted cache, too: who can write to the store can do no
   * more by it.
   * @param key `null` where any entry may have been changed
   * @param copyStays whether what this process wrote there may still be what the store holds
   */
  readonly changed: (key: string | null, copyStays: boolean) => void;
  readonly observer: InvalidationObserver;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Tells other caches what was invalidated here, and drops here what was invalidated there. With a key
 * it takes only events that a holder of the key signed less than a minute ago, each once. Nothing that
 * the transport or an event does reaches the caller of a cache: failures are counted, told to `error`
 * listeners and logged once a minute.
 */
export class Invalidator {
  readonly #parts: InvalidatorParts;
  readonly #source: EventSource;
  readonly #window: ReplayWindow;
  readonly #subscription: Subscription;
  readonly #ownWrites: OwnWrites;
  #closed = false;

  constructor(parts: InvalidatorParts) {
    const { transport, authenticator, apply, changed, keyPrefix, observer, now } = parts;
    this.#parts = parts;
    this.#source = new EventSource(authenticator, now);
    this.#window = new ReplayWindow(now);
    this.#ownWrites = new OwnWrites({
      sealed: authenticator !== null,
      now,
      drop: (key) => changed(key, false),
      failed: (error) =>
        observer.failed(
          'invalidation_tracking',
          errorType(error),
          error,
          'the copy of an own write was dropped',
        ),
    });
    this.#subscription = new Subscription({
      transport,
      receive: (bytes) => void this.#receive(bytes),
      // What came into L1 before may be out of date by an event that nobody heard.
      started: () => apply({ level: 'global' }),
      failed: (error) =>
        observer.failed(
          'invalidation_subscribe',
          errorType(error),
          error,
          'other processes are not heard until a later attempt succeeds',
        ),
      keys: {
        keyPrefix,
        tracked: (peek) => this.#ownWrites.tracked(peek),
        changed: (key) => {
          changed(key, key !== null && this.#ownWrites.heard(key));
          observer.operation('invalidation_tracking');
        },
      },
    });
  }

  start(): void {
    void this.#subscription.start();
  }

  /** See `OwnWrites`. */
  wrote(key: string, stored: Uint8Array, until: number): boolean {
    return this.#ownWrites.wrote(key, stored, until);
  }

  /** Never rejects; after two seconds a transport that does not answer is left to itself. */
  async publish(target: InvalidationTarget): Promise<void> {
    const { transport, observer } = this.#parts;
    try {
      const bytes = await this.#source.next(target);
      await inTime(transport.publish(bytes));
      observer.operation('invalidation_publish');
    } catch (error) {
      const consequence = 'other processes may serve what they hold until it expires';
      observer.failed('invalidation_publish', errorType(error), error, consequence);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#subscription.close();
  }

  async #receive(bytes: Uint8Array): Promise<void> {
    const { observer, apply } = this.#parts;
    try {
      const event = deserializeEvent(bytes);
      if (event.source === this.#source.id) return;
      if (!(await this.#isAuthentic(event))) {
        this.#refused('forged', new EncryptionError('an invalidation event is not authentic'));
        return;
      }
      if (this.#closed) return;
      const freshness = this.#window.admit(event);
      if (freshness !== 'fresh') {
        this.#refused(freshness, new SerializationError(`an invalidation event is ${freshness}`));
        return;
      }
      apply(event);
      observer.operation('invalidation_receive');
    } catch (error) {
      if (this.#closed) return;
      this.#refused(error instanceof SerializationError ? 'malformed' : errorType(error), error);
    }
  }

  async #isAuthentic(event: InvalidationEvent): Promise<boolean> {
    const { authenticator } = this.#parts;
    if (authenticator === null) return true;
    if (event.mac === undefined) return false;
    return await authenticator.verifyNow(signedBytes(event), event.mac);
  }

  #refused(type: string, error: unknown): void {
    const { observer } = this.#parts;
    observer.failed('invalidation_receive', `event_${type}`, error, 'the event was ignored');
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const cancel = after(PUBLISH_LIMIT_MS, () => {
    reject(new TimeoutError('the invalidation transport did not answer in 2 s'));
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    cancel();
  }
}
