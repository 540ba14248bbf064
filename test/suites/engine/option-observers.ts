/** What is seen of a cache that was made with given options. */
import { vi } from 'vitest';
import type { CacheOptions, SecureCache } from '../../../js/api.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

export interface Effect {
  readonly one: unknown;
  readonly other: unknown;
  /** Options of the same group that go with it. */
  readonly base?: object;
  readonly observe: (makeCache: MakeCache, options: Partial<CacheOptions>) => Promise<unknown>;
}

export const KEY = 'ab'.repeat(32);
export const OTHER_KEY = 'cd'.repeat(32);
export const TEXT = 'attack at dawn';

/** What a use of the cache ends in: its value, or the code of its error. */
export async function outcome(use: () => unknown): Promise<unknown> {
  try {
    return await use();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error);
  }
}

/** The TTL with which the store was given the entry of a use. */
export const ttlOf =
  (use: (cache: SecureCache) => Promise<unknown>): Effect['observe'] =>
  async (makeCache, options) => {
    const backend = new GatedBackend();
    const stored = vi.spyOn(backend, 'set');
    await use(makeCache({ backend, ...options }, new ManualClock()));
    return stored.mock.calls[0]?.[2];
  };

/** Whether and how the stored entry of a text shows it. */
export const bytesOf: Effect['observe'] = async (makeCache, options) => {
  const backend = new GatedBackend();
  await makeCache({ backend, ...options }).set('k', TEXT);
  const stored = (await backend.store.get('k')) ?? new Uint8Array(0);
  const readable = new TextDecoder('latin1').decode(stored).includes(TEXT);
  return [readable, readable ? stored[0] : null];
};

/** What reading a value ends in that a cache with other options has stored. */
export const readingAfter =
  (writer: Partial<CacheOptions>, value: unknown = TEXT): Effect['observe'] =>
  async (makeCache, options) => {
    const backend = new GatedBackend();
    await makeCache({ backend, ...writer }).set('k', value);
    const reader = makeCache({ backend, reliability: { degradation: false }, ...options });
    return await outcome(() => reader.get('k'));
  };

export const writing =
  (value: unknown): Effect['observe'] =>
  async (makeCache, options) => {
    const reliability = { degradation: false };
    const cache = makeCache({ backend: new GatedBackend(), reliability, ...options });
    return await outcome(() => cache.set('k', value));
  };

/** How often values are computed when entries are asked for late in their lives. */
export const refreshes =
  (keys: readonly string[], afterMs: number): Effect['observe'] =>
  async (makeCache, options) => {
    const clock = new ManualClock();
    const cache = makeCache({ backend: new GatedBackend(), ...options }, clock);
    let runs = 0;
    const ask = () =>
      Promise.all(keys.map((key) => cache.getOrSet(key, async () => ++runs, { ttl: 100 })));
    await ask();
    clock.advance(afterMs);
    await ask();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return runs;
  };

export const entriesAfter =
  (writes: number): Effect['observe'] =>
  async (makeCache, options) => {
    const cache = makeCache({ backend: new GatedBackend(), ...options });
    for (let i = 0; i < writes; i++) await cache.set(`k${i}`, i);
    return cache.stats().l1.entries;
  };

/** How often a store that fails is asked, and what becomes of the calls. */
export const failing =
  (calls: number): Effect['observe'] =>
  async (makeCache, options) => {
    const backend = new GatedBackend();
    backend.failWith(new Error('down'));
    const cache = makeCache({ backend, ...options });
    const ends: unknown[] = [];
    for (let i = 0; i < calls; i++) ends.push(await outcome(() => cache.get('k')));
    return [backend.calls.get, ends, cache.stats().breaker];
  };
