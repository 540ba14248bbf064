/** What is asked of the service about one entry, in its words (PROTOCOL §10.3, §10.5). */
import type { ServiceCall } from './service.ts';

/** A call whose path begins with the entry's key. */
export interface EntryCall extends Omit<ServiceCall, 'path' | 'secrets'> {
  /** What of the entry is meant, where it is not its value. */
  readonly resource?: '/ttl' | '/lock';
  /** What errors must not repeat, beside both keys. */
  readonly secrets?: readonly string[];
}

/** Longest JSON answer that is read, bytes. */
export const MAX_JSON_BYTES = 64 * 1024;

/** 200 is what the service answers; another server of the API may well say the same in these. */
const WRITTEN = [200, 201, 204];
const JSON_TYPE = { 'Content-Type': 'application/json' };

export const lookCall: EntryCall = {
  action: 'look for an entry',
  method: 'HEAD',
  accepts: [200, 404],
};

export const deleteCall: EntryCall = {
  action: 'delete an entry',
  method: 'DELETE',
  accepts: WRITTEN,
};

export const askTtlCall: EntryCall = {
  action: 'tell a TTL',
  method: 'GET',
  resource: '/ttl',
  accepts: [200, 404],
  maxBytes: MAX_JSON_BYTES,
};

export function readCall(maxBytes: number): EntryCall {
  return { action: 'read an entry', method: 'GET', accepts: [200, 404], maxBytes };
}

/**
 * @param ttlSeconds `undefined` for no expiry
 * @param staleSeconds after the TTL, while the service still gives the entry; every PUT says it anew
 *   (API-55)
 */
export function storeCall(
  value: Uint8Array,
  ttlSeconds: number | undefined,
  staleSeconds: number,
): EntryCall {
  const headers: Record<string, string> = { 'Content-Type': 'application/octet-stream' };
  // Left out for no expiry: 0 would be an error.
  if (ttlSeconds !== undefined) headers['X-CacheKit-TTL'] = String(ttlSeconds);
  if (staleSeconds > 0) headers['X-CacheKit-Stale-TTL'] = String(staleSeconds);
  return {
    action: 'store an entry',
    method: 'PUT',
    headers,
    // A copy, made at once: the caller may reuse its buffer as soon as the call returns.
    body: new Uint8Array(value),
    accepts: WRITTEN,
  };
}

/** 409 for an entry past its life. */
export function changeTtlCall(ttlSeconds: number): EntryCall {
  return {
    action: 'change a TTL',
    method: 'PATCH',
    resource: '/ttl',
    headers: JSON_TYPE,
    body: JSON.stringify({ ttl: ttlSeconds }),
    accepts: [...WRITTEN, 409],
  };
}

/** 409 is what an older service says of a lock that another holds. */
export function takeLockCall(timeoutMs: number): EntryCall {
  return {
    action: 'take a lock',
    method: 'POST',
    resource: '/lock',
    headers: JSON_TYPE,
    body: JSON.stringify({ timeout_ms: timeoutMs }),
    accepts: [200, 409],
    maxBytes: MAX_JSON_BYTES,
  };
}

/** The token is in its header, never in the URL, which logs keep (API-67, B28). */
export function releaseLockCall(lockId: string): EntryCall {
  return {
    action: 'release a lock',
    method: 'DELETE',
    resource: '/lock',
    headers: { 'X-CacheKit-Lock-Id': lockId },
    accepts: WRITTEN,
    secrets: [lockId],
  };
}
