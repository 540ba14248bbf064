import { json, success } from '../http/answer.ts';
import { jsonField } from '../http/json-field.ts';
import { lifeTooLong, requireTtl } from '../http/life.ts';
import { Refusal, unavailable } from '../http/refusal.ts';
import type { Extension } from '../shard/tenant-shard.ts';
import { readValue, stored } from '../values/value-stores.ts';
import type { Call } from './call.ts';
import { viewOf } from './read-entry.ts';
import { write } from './write-value.ts';

/** `GET /v1/cache/{key}/ttl`: seconds until it is gone, `null` for no expiry (API-71). */
export async function tellTtl(call: Call): Promise<Response> {
  return json({ ttl: (await viewOf(call)).ttl });
}

/** `PATCH /v1/cache/{key}/ttl`: also 200 where there is no entry. */
export async function changeTtl(call: Call): Promise<Response> {
  const { request, key, shard } = call;
  const ttl = requireTtl(await jsonField(request, 'ttl'));
  const { result, copy } = await stored(() => shard.extend(key, ttl));
  if (result === 'stale') throw new Refusal(409, 'the entry is no longer fresh: store it anew');
  if (result === 'too long') throw lifeTooLong();
  if (copy !== undefined) await copyValue(call, copy, ttl);
  return success();
}

/** KV cannot change when it forgets a value, only take the value again. */
async function copyValue(
  call: Call,
  { from, staleTtl }: NonNullable<Extension['copy']>,
  ttl: number,
): Promise<void> {
  const { environment, key, shard } = call;
  const body = await readValue(environment, from);
  if (body === null) {
    const became = await stored(() => shard.missing(key, from.name));
    if (became === 'on its way') throw unavailable('the value is on its way');
    return;
  }
  const content = new Uint8Array(await new Response(body).arrayBuffer());
  const life = { ttl, staleTtl };
  const value = await write(call, { content, size: content.byteLength }, life);
  await stored(() => shard.moveTo(key, from.name, value, life));
}
