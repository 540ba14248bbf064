import { log } from '../log/logger.ts';
import type { InvalidationTransport } from './channel.ts';

/**
 * Connects the caches of one process, which otherwise keep an L1 each. Listeners run after `publish`
 * has returned, each with a copy of the bytes.
 */
export class LocalInvalidationTransport implements InvalidationTransport {
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();

  async publish(bytes: Uint8Array): Promise<void> {
    const sent = bytes.slice();
    queueMicrotask(() => this.#deliver(sent));
  }

  async subscribe(listener: (bytes: Uint8Array) => void): Promise<() => Promise<void>> {
    // Wrapped, so that the same function subscribed twice is two subscriptions.
    const own = (bytes: Uint8Array): void => listener(bytes);
    this.#listeners.add(own);
    return async () => {
      this.#listeners.delete(own);
    };
  }

  #deliver(bytes: Uint8Array): void {
    for (const listener of this.#listeners) {
      try {
        listener(bytes.slice());
      } catch (error) {
        log('a listener of invalidation events failed', error);
      }
    }
  }
}
