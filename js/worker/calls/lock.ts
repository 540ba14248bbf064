import { json, success } from '../http/answer.ts';
import { jsonField } from '../http/json-field.ts';
import { Refusal } from '../http/refusal.ts';
import { stored } from '../values/value-stores.ts';
import type { Call } from './call.ts';

/** A day. */
const MOST_MS = 86_400_000;

/** `POST /v1/cache/{key}/lock`: contested is a 200, too, with `null` (API-65). */
export async function takeLock({ request, shard, key }: Call): Promise<Response> {
  const timeoutMs = await jsonField(request, 'timeout_ms');
  if (
    typeof timeoutMs !== 'number' ||
    !Number.isInteger(timeoutMs) ||
    timeoutMs < 1 ||
    timeoutMs > MOST_MS
  ) {
    throw new Refusal(400, `timeout_ms is whole milliseconds from 1 to ${MOST_MS}`);
  }
  return json({ lock_id: await stored(() => shard.takeLock(key, timeoutMs)) });
}

/** `DELETE /v1/cache/{key}/lock`: 200 also for a lock that has ended or is another's. */
export async function releaseLock({ request, shard, key }: Call): Promise<Response> {
  const lockId = lockIdOf(request);
  if (lockId === '') throw new Refusal(400, 'send the lock id in X-CacheKit-Lock-Id');
  await stored(() => shard.releaseLock(key, lockId));
  return success();
}

/** The query is what older clients use; it ends up in logs, so the header comes first (API-67). */
function lockIdOf({ headers, url }: Request): string {
  const inHeader = headers.get('X-CacheKit-Lock-Id')?.trim() ?? '';
  return inHeader === '' ? (new URL(url).searchParams.get('lock_id')?.trim() ?? '') : inHeader;
}
