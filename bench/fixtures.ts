/** The inputs of every workload. They are those of the reference SDK's table, so that both can be compared. */

import type { Backend } from '../js/backends/backend.ts';

export const MASTER_KEY = 'a'.repeat(64);
export const KEY = `bench:getUser:${'a'.repeat(64)}`;
export const ARGS: readonly [number, string, { region: string; tier: number }] = [
  42,
  'user-profile',
  { region: 'au', tier: 3 },
];

function row(i: number) {
  return { id: i, name: `item-${i}`, score: i * 1.5, ok: true };
}

/** 1,055 bytes of MessagePack. */
export const VALUE = { rows: Array.from({ length: 32 }, (_, i) => row(i)) };
/** 100 bytes, three shapes; the first is gated. */
export const V100 = { rows: [{ ...row(0), name: 'item-00' }, row(1), row(2)] };
export const V100_FLAT = {
  id: 42,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'admin',
  active: true,
  score: 12.5,
  tag: 'abcdefghijklmnop',
};
export const V100_STRING = { d: 'x'.repeat(95) };
/** 64 bytes. */
export const V64 = {
  id: 42,
  name: 'Ada Lovelace',
  role: 'engineer',
  team: 'core-infra-x',
  ok: true,
  n: 1234,
};

/** The least a store can be: what is measured is the cache in front of it. */
export class MapBackend implements Backend {
  readonly #entries = new Map<string, Uint8Array>();

  async get(key: string): Promise<Uint8Array | null> {
    return this.#entries.get(key) ?? null;
  }

  async set(key: string, value: Uint8Array): Promise<void> {
    this.#entries.set(key, value);
  }

  async delete(key: string): Promise<boolean> {
    return this.#entries.delete(key);
  }

  async exists(key: string): Promise<boolean> {
    return this.#entries.has(key);
  }

  async close(): Promise<void> {}
}
