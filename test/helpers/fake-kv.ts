import type { KVNamespaceLike } from '../../js/backends/workers-kv.ts';

type Put = { readonly key: string; readonly options: { expirationTtl?: number } | undefined };

/** A KV namespace in memory that records what it is asked. */
export class FakeKV implements KVNamespaceLike {
  readonly values = new Map<string, Uint8Array>();
  readonly puts: Put[] = [];
  readonly deletes: string[] = [];
  bodiesRead = 0;
  bodiesCancelled = 0;
  failure: Error | null = null;

  get(key: string, type: 'arrayBuffer'): Promise<ArrayBuffer | null>;
  get(key: string, type: 'stream'): Promise<{ cancel(): Promise<void> } | null>;
  async get(key: string, type: string): Promise<ArrayBuffer | { cancel(): Promise<void> } | null> {
    this.#fail();
    const value = this.values.get(key);
    if (value === undefined) return null;
    if (type === 'stream') {
      return {
        cancel: async () => {
          this.bodiesCancelled += 1;
        },
      };
    }
    this.bodiesRead += 1;
    return new Uint8Array(value).buffer;
  }

  async put(key: string, value: Uint8Array, options?: { expirationTtl?: number }): Promise<void> {
    this.#fail();
    this.puts.push({ key, options });
    this.values.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#fail();
    this.deletes.push(key);
    this.values.delete(key);
  }

  #fail(): void {
    if (this.failure !== null) throw this.failure;
  }
}
