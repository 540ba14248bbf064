import { success } from '../http/answer.ts';
import { stored } from '../values/value-stores.ts';
import type { Call } from './call.ts';

/**
 * `DELETE /v1/cache/{key}`: the same answer whether there was an entry or not (API-47). From here on no
 * read finds it; the shard deletes its value, and tries until that succeeds.
 */
export async function deleteEntry({ shard, key }: Call): Promise<Response> {
  await stored(() => shard.remove(key));
  return success();
}
