import { BackendError } from '../../errors.ts';

/** A token the service can be given back in a header; anything else is no lease (PROTOCOL §10.5). */
const LOCK_ID = /^[\x21-\x7e]{1,256}$/;

export interface ServiceCounts {
  /** Entries the service holds for this API key, where it says so. */
  readonly cacheEntries?: number;
  /** Locks held, where it says so. */
  readonly activeLocks?: number;
}

/** Decided by the presence of `lock_id` alone (API-65); `null` for a lock that another holds. */
export function lockIdOf(body: Uint8Array | null): string | null {
  const id: unknown = Reflect.get(parse(body), 'lock_id');
  return isLockId(id) ? id : null;
}

export function isLockId(id: unknown): id is string {
  return typeof id === 'string' && LOCK_ID.test(id);
}

/** Seconds; `null` for no expiry, which the service says in just this way (API-71). */
export function ttlOf(body: Uint8Array | null): number | null {
  const ttl: unknown = Reflect.get(parse(body), 'ttl');
  if (ttl === null || isCount(ttl)) return ttl;
  throw malformed();
}

export function countsOf(body: Uint8Array | null): ServiceCounts {
  const answer = parse(body);
  if (Reflect.get(answer, 'status') !== 'ok') throw malformed();
  const cacheEntries: unknown = Reflect.get(answer, 'cache_entries');
  const activeLocks: unknown = Reflect.get(answer, 'active_locks');
  return {
    ...(isCount(cacheEntries) ? { cacheEntries } : {}),
    ...(isCount(activeLocks) ? { activeLocks } : {}),
  };
}

function parse(body: Uint8Array | null): object {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body ?? new Uint8Array(0)));
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch {
    // Not even JSON. The parser's own error would quote it.
  }
  throw malformed();
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Most likely something in between answered in the service's place, for now. */
function malformed(): BackendError {
  return new BackendError(
    'what answered is not the cache service, or speaks another language; check apiUrl',
    'transient',
  );
}
