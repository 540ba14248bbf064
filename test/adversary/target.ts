/** A cache under attack: the store in the attacker's hand, and two readers of it. */
import { expect, vi } from 'vitest';
import type { Backend, Cache, CacheOptions, EncryptionConfig } from '../../js/node.ts';
import type { Arena, Place, Watched } from './arena.ts';

type Settings = Omit<CacheOptions, 'backend' | 'encryption'> & {
  /** Left out: the arena's key. `null`: a plaintext cache. */
  readonly encryption?: Partial<EncryptionConfig> | null;
};

/** How an entry is refused. */
export interface Refusal {
  readonly code: string;
  readonly reason?: string | null;
}

export const NOT_AUTHENTIC: Refusal = { code: 'ERR_ENCRYPTION', reason: 'kAuthenticationFailed' };
export const TOO_SHORT: Refusal = { code: 'ERR_ENCRYPTION', reason: 'kBlobTooShort' };

export class Target {
  readonly arena: Arena;
  readonly place: Place;
  readonly raw: Backend;
  /** Rejects for entries that it cannot read. */
  readonly strict: Watched;
  /** Takes them for misses. */
  readonly lenient: Watched;

  constructor(arena: Arena, place: Place, settings: Settings = {}) {
    this.arena = arena;
    this.place = place;
    this.raw = arena.hand(place);
    this.strict = arena.cache({
      ...optionsOf(arena, place, settings),
      reliability: { degradation: false },
    });
    this.lenient = arena.cache(optionsOf(arena, place, settings));
  }

  get cache(): Cache {
    return this.strict.cache;
  }

  async stored(key: string): Promise<Uint8Array> {
    const bytes = await this.raw.get(key);
    if (bytes === null) throw new Error(`nothing is stored in ${this.place.name}`);
    return bytes;
  }

  /** Seals a value as the cache does. */
  async seal(key: string, value: unknown): Promise<Uint8Array> {
    await this.cache.set(key, value);
    return await this.stored(key);
  }

  /** Puts bytes in the place of an entry, and sees that the strict reader refuses and leaves them. */
  async rejects(key: string, planted: Uint8Array, refusal: Refusal): Promise<void> {
    await this.raw.set(key, planted);
    await expectError(this.cache.get(key), refusal, this.place.name);
    expect(await this.raw.get(key), this.place.name).toStrictEqual(new Uint8Array(planted));
  }

  /** As `rejects`; then the lenient reader sees a miss, tells of it, and removes the entry. */
  async refuses(key: string, planted: Uint8Array, refusal: Refusal): Promise<void> {
    await this.rejects(key, planted, refusal);
    const { cache, errors, evicted } = this.lenient;
    const [errorsBefore, evictedBefore] = [errors.length, evicted.length];
    const counted = cache.stats().errors[refusal.code] ?? 0;
    expect(await cache.get(key), this.place.name).toBeNull();
    expect(errors.slice(errorsBefore)).toMatchObject([
      { key, operation: 'l2_decode', error: refusal },
    ]);
    expect(evicted.slice(evictedBefore)).toStrictEqual([{ key, reason: 'poisoned' }]);
    expect(cache.stats().errors[refusal.code]).toBe(counted + 1);
    expect(cache.stats().hits).toStrictEqual({ l1: 0, l2: 0 });
    await gone(this.raw, key);
  }
}

/** Until the store has nothing there: an eviction is not awaited by the reader. */
export async function gone(raw: Backend, key: string): Promise<void> {
  await vi.waitFor(async () => expect(await raw.get(key)).toBeNull(), { timeout: 10_000 });
}

export async function expectError(
  asked: Promise<unknown>,
  refusal: Refusal,
  where = '',
): Promise<void> {
  const outcome: unknown = await asked.then(
    (value) => ({ taken: value }),
    (error: unknown) => error,
  );
  expect(outcome, where).toMatchObject(refusal);
}

function optionsOf(arena: Arena, place: Place, { encryption, ...rest }: Settings): CacheOptions {
  const backend = place.open();
  if (encryption === null) return { ...rest, backend };
  return { ...rest, backend, encryption: { masterKey: arena.masterKey, ...encryption } };
}
