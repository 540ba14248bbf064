import { Refusal } from './refusal.ts';

/** 30 days, in seconds: the longest TTL, and the longest TTL with its stale window (PROTOCOL §10.3). */
export const MOST_SECONDS = 2_592_000;

/** How long an entry is to live. */
export interface Life {
  /** Seconds until it is no longer fresh; `null` for no expiry. */
  readonly ttl: number | null;
  /** Seconds it is still given away afterwards, as stale. */
  readonly staleTtl: number;
}

/**
 * The life that the headers of a PUT ask for. Without a TTL the entry does not expire: there is no
 * default that a client could not see.
 * @throws {Refusal} 400
 */
export function lifeOf({ headers }: Request): Life {
  // The older name counts where the newer is not there.
  const ttlText = headers.get('X-CacheKit-TTL') ?? headers.get('X-TTL');
  const staleText = headers.get('X-CacheKit-Stale-TTL');
  const ttl = ttlText === null ? null : requireTtl(secondsOf(ttlText));
  if (staleText === null) return { ttl, staleTtl: 0 };
  const staleTtl = secondsOf(staleText);
  // Bounded by itself before it is added to anything.
  if (staleTtl === null || staleTtl >= MOST_SECONDS) {
    throw new Refusal(400, `X-CacheKit-Stale-TTL is whole seconds from 0 to ${MOST_SECONDS - 1}`);
  }
  if (ttl === null) throw new Refusal(400, 'X-CacheKit-Stale-TTL needs X-CacheKit-TTL beside it');
  if (ttl + staleTtl > MOST_SECONDS) throw lifeTooLong();
  return { ttl, staleTtl };
}

/** @throws {Refusal} 400 unless `ttl` is whole seconds from 1 to 30 days */
export function requireTtl(ttl: unknown): number {
  if (typeof ttl === 'number' && Number.isInteger(ttl) && ttl >= 1 && ttl <= MOST_SECONDS) {
    return ttl;
  }
  throw new Refusal(400, `a TTL is whole seconds from 1 to ${MOST_SECONDS}`);
}

export function lifeTooLong(): Refusal {
  return new Refusal(400, `TTL and stale window together must not exceed ${MOST_SECONDS} seconds`);
}

/** Digits only, and few enough to be exact; `null` for anything else. */
function secondsOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
