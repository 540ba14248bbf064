import { afterIdle } from './after-idle.ts';
import type { InvalidationTransport, KeyWatch } from './channel.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

interface Parts {
  readonly transport: InvalidationTransport;
  readonly receive: (bytes: Uint8Array) => void;
  /** From now on nothing is missed. */
  readonly started: () => void;
  readonly failed: (error: unknown) => void;
  readonly keys: KeyWatch;
}

/**
 * Listens until it is closed. A transport that refuses is asked again, first after a second, then
 * after twice as long, up to half a minute; the waiting keeps no process alive.
 */
export class Subscription {
  readonly #parts: Parts;
  #end: (() => Promise<void>) | null = null;
  #cancelRetry: (() => void) | null = null;
  #retryMs = FIRST_RETRY_MS;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async start(): Promise<void> {
    const { transport, receive, started, failed, keys } = this.#parts;
    try {
      const end = await transport.subscribe(
        (bytes) => {
          if (!this.#closed) receive(bytes);
        },
        () => {
          if (!this.#closed) started();
        },
        {
          keyPrefix: keys.keyPrefix,
          changed: (key) => {
            if (!this.#closed) keys.changed(key);
          },
          tracked: (peek) => keys.tracked(peek),
        },
      );
      if (this.#closed) {
        await end();
        return;
      }
      this.#end = end;
      started();
    } catch (error) {
      failed(error);
      this.#startLater();
    }
  }

  /** Does not wait for a transport that has not answered yet. Rejects with what ending it does. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelRetry?.();
    const end = this.#end;
    this.#end = null;
    await end?.();
  }

  #startLater(): void {
    if (this.#closed) return;
    this.#cancelRetry = afterIdle(this.#retryMs, () => void this.start());
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
  }
}
