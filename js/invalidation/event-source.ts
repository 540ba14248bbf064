import { randomHex } from '../config/hex.ts';
import type { MaybePromise } from '../core/core.ts';
import {
  type EventOrigin,
  type InvalidationEvent,
  type InvalidationTarget,
  serializeEvent,
  signedBytes,
} from './event-codec.ts';

/** Proves and checks where an event comes from; an `EncryptionManager` is one. */
export interface EventAuthenticator {
  authenticateNow(message: Uint8Array): MaybePromise<Uint8Array>;
  verifyNow(message: Uint8Array, mac: Uint8Array): MaybePromise<boolean>;
}

const SOURCE_BYTES = 16;

let ownSource: string | null = null;
let ownSequence = 0;

/**
 * An event of this process, without a MAC: for those who publish on a channel themselves. Its
 * `source` and `sequence` are unique unless they are given.
 */
export function createInvalidationEvent(
  target: InvalidationTarget,
  origin?: EventOrigin,
): InvalidationEvent {
  if (origin !== undefined) return { ...target, ...origin };
  ownSource ??= randomHex(SOURCE_BYTES);
  const sequence = ownSequence;
  ownSequence += 1;
  return { ...target, timestamp: Date.now(), source: ownSource, sequence };
}

/** Makes the events of one cache, numbered, and signed where there is a key. */
export class EventSource {
  readonly id = randomHex(SOURCE_BYTES);
  readonly #authenticator: EventAuthenticator | null;
  readonly #now: () => number;
  #sequence = 0;

  constructor(authenticator: EventAuthenticator | null, now: () => number) {
    this.#authenticator = authenticator;
    this.#now = now;
  }

  async next(target: InvalidationTarget): Promise<Uint8Array> {
    const origin = {
      timestamp: Math.floor(this.#now()),
      source: this.id,
      sequence: this.#sequence,
    };
    this.#sequence += 1;
    const event = createInvalidationEvent(target, origin);
    if (this.#authenticator === null) return serializeEvent(event);
    const mac = await this.#authenticator.authenticateNow(signedBytes(event));
    return serializeEvent({ ...event, mac });
  }
}
