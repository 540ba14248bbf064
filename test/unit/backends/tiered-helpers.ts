/** Stores to tier that fail, hang or lack something when a test wants them to. */
import type { Backend } from '../../../js/backends/backend.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';

/** A memory store that counts calls, and whose every call a test can replace. */
export class ProbedBackend extends MemoryBackend {
  readonly calls: string[] = [];
  /** Awaited by a call before it does its work; may throw. */
  before: (call: string, key: string) => Promise<void> | void = () => {};

  override async get(key: string) {
    await this.#note('get', key);
    return await super.get(key);
  }

  override async getWithTtl(key: string) {
    await this.#note('getWithTtl', key);
    return await super.getWithTtl(key);
  }

  override async set(key: string, value: Uint8Array, ttlSeconds?: number) {
    const copy = new Uint8Array(value);
    await this.#note('set', key);
    await super.set(key, copy, ttlSeconds);
  }

  override async delete(key: string) {
    await this.#note('delete', key);
    return await super.delete(key);
  }

  override async exists(key: string) {
    await this.#note('exists', key);
    return await super.exists(key);
  }

  override async refreshTTL(key: string, ttlSeconds: number) {
    await this.#note('refreshTTL', key);
    return await super.refreshTTL(key, ttlSeconds);
  }

  async #note(call: string, key: string): Promise<void> {
    this.calls.push(call);
    await this.before(call, key);
  }
}

/** Only what every store has. */
export function bare(store: Backend): Backend {
  return {
    get: (key) => store.get(key),
    set: (key, value, ttl) => store.set(key, value, ttl),
    delete: (key) => store.delete(key),
    exists: (key) => store.exists(key),
    close: () => store.close(),
  };
}

/** A memory store with batches. */
export class BatchingBackend extends ProbedBackend {
  async getMany(keys: readonly string[]) {
    this.calls.push(`getMany ${keys.join()}`);
    return await Promise.all(keys.map((key) => MemoryBackend.prototype.get.call(this, key)));
  }

  async setMany(entries: readonly (readonly [string, Uint8Array])[], ttlSeconds?: number) {
    this.calls.push('setMany');
    const copies = entries.map(([key, value]) => [key, new Uint8Array(value)] as const);
    await this.before('setMany', '');
    for (const [key, value] of copies) {
      await MemoryBackend.prototype.set.call(this, key, value, ttlSeconds);
    }
  }

  async deleteMany(keys: readonly string[]) {
    this.calls.push('deleteMany');
    const existed = await Promise.all(
      keys.map((key) => MemoryBackend.prototype.delete.call(this, key)),
    );
    return existed.filter(Boolean).length;
  }
}

export function failing(): never {
  throw new Error('out of order');
}
