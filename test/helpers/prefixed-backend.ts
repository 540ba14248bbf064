import type { Backend } from '../../js/backends/backend.ts';

/** A store shared by several caches, each behind its own key prefix. */
export class PrefixedBackend implements Backend {
  readonly keyPrefix: string;
  readonly #store: Backend;

  constructor(store: Backend, keyPrefix: string) {
    this.#store = store;
    this.keyPrefix = keyPrefix;
  }

  get(key: string): Promise<Uint8Array | null> {
    return this.#store.get(this.keyPrefix + key);
  }

  set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    return this.#store.set(this.keyPrefix + key, value, ttlSeconds);
  }

  delete(key: string): Promise<boolean> {
    return this.#store.delete(this.keyPrefix + key);
  }

  exists(key: string): Promise<boolean> {
    return this.#store.exists(this.keyPrefix + key);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
