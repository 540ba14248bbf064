import { success } from '../http/answer.ts';
import { lifeOf } from '../http/life.ts';
import { declaredLength, readBody, refuseBody } from '../http/read-body.ts';
import { Refusal, unavailable } from '../http/refusal.ts';
import { KV_MOST_BYTES } from '../values/place.ts';
import { stored } from '../values/value-stores.ts';
import type { Call } from './call.ts';
import { type ValueBody, write } from './write-value.ts';

/** What the protocol says (§10.3), read as the clients do. */
const DEFAULT_MOST_BYTES = 25 * 1024 * 1024;

/** `PUT /v1/cache/{key}`: the value first, then what makes it the entry. */
export async function storeEntry(call: Call): Promise<Response> {
  const { request, environment, key, shard } = call;
  const life = lifeOf(request);
  const most = mostBytes(environment.MAX_VALUE_BYTES);
  const value = await write(call, await bodyOf(request, most), life);
  if (!(await stored(() => shard.commit(key, value, life)))) {
    throw unavailable('storing the value took too long');
  }
  return success();
}

/** Large bodies of a known length are passed on as they arrive; all others are read first. */
async function bodyOf(request: Request, most: number): Promise<ValueBody> {
  const declared = declaredLength(request);
  if (declared !== null && declared > most) await refuseBody(request, most);
  if (declared === null || declared <= KV_MOST_BYTES || request.body === null) {
    const content = await readBody(request, most);
    return { content, size: content.byteLength };
  }
  // Fails for a body of another length.
  const content = request.body.pipeThrough(new FixedLengthStream(declared));
  return { content, size: declared };
}

function mostBytes(setting: string | undefined): number {
  if (setting === undefined) return DEFAULT_MOST_BYTES;
  const most = Number(setting);
  if (Number.isSafeInteger(most) && most > 0) return most;
  throw new Refusal(500, 'MAX_VALUE_BYTES must be a whole number of bytes');
}
