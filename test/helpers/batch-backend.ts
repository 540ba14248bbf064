import { GatedBackend } from './gated-backend.ts';

/** A store that takes several entries in one round trip; keeps what it was asked. */
export class BatchBackend extends GatedBackend {
  readonly asked: {
    readonly gets: string[][];
    readonly sets: string[][];
    readonly deletes: string[][];
  } = { gets: [], sets: [], deletes: [] };
  readonly ttls: (number | undefined)[] = [];
  /** What the next batches fail with; `null` for none. */
  failure: Error | null = null;

  async getMany(keys: readonly string[]): Promise<(Uint8Array | null)[]> {
    this.asked.gets.push([...keys]);
    this.#mayFail();
    return await Promise.all(keys.map((key) => this.store.get(key)));
  }

  async setMany(
    entries: readonly (readonly [string, Uint8Array])[],
    ttlSeconds?: number,
  ): Promise<void> {
    this.asked.sets.push(entries.map(([key]) => key));
    this.ttls.push(ttlSeconds);
    this.#mayFail();
    await Promise.all(entries.map(([key, bytes]) => this.store.set(key, bytes, ttlSeconds)));
  }

  async deleteMany(keys: readonly string[]): Promise<number> {
    this.asked.deletes.push([...keys]);
    this.#mayFail();
    const existed = await Promise.all(keys.map((key) => this.store.delete(key)));
    return existed.filter(Boolean).length;
  }

  #mayFail(): void {
    if (this.failure !== null) throw this.failure;
  }
}
