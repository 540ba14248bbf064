import type { Backend } from '../../js/backends/backend.ts';
import { MemoryBackend } from '../../js/backends/memory.ts';

type Verb = 'get' | 'set' | 'delete' | 'exists';

/**
 * A store whose calls can be held back and let go, or made to fail; counts them. Holds what it is given
 * like any other.
 */
export class GatedBackend implements Backend {
  readonly store = new MemoryBackend();
  readonly calls = { get: 0, set: 0, delete: 0, exists: 0 };
  readonly #gates = new Map<Verb, Promise<void>>();
  #failure: unknown = null;

  /** Holds every later call of this verb until the returned function is called. */
  hold(verb: Verb): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.set(verb, promise);
    return () => {
      this.#gates.delete(verb);
      resolve();
    };
  }

  /** Makes every call fail, until `null` is given. */
  failWith(error: unknown): void {
    this.#failure = error;
  }

  async get(key: string): Promise<Uint8Array | null> {
    await this.#pass('get');
    return await this.store.get(key);
  }

  async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    // Like a driver that puts the bytes on the wire at once: a held call writes when it was made.
    this.calls.set++;
    if (this.#failure !== null) throw this.#failure;
    await this.store.set(key, value, ttlSeconds);
    await this.#gates.get('set');
  }

  async delete(key: string): Promise<boolean> {
    await this.#pass('delete');
    return await this.store.delete(key);
  }

  async exists(key: string): Promise<boolean> {
    await this.#pass('exists');
    return await this.store.exists(key);
  }

  async close(): Promise<void> {
    await this.store.close();
  }

  async #pass(verb: Verb): Promise<void> {
    this.calls[verb]++;
    if (this.#failure !== null) throw this.#failure;
    await this.#gates.get(verb);
  }
}
