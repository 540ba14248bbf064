import type { Environment } from '../environment.ts';
import { json } from '../http/answer.ts';
import { allShards } from '../shard/shards.ts';
import { stored } from '../values/value-stores.ts';

/** `GET /v1/cache/health`: of the tenant that asks. */
export async function health(shards: Environment['SHARDS'], tenant: string): Promise<Response> {
  const counts = await stored(() =>
    Promise.all(allShards(shards, tenant).map((shard) => shard.counts())),
  );
  const total = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);
  return json({
    status: 'ok',
    cache_entries: total(counts.map(({ entries }) => entries)),
    active_locks: total(counts.map(({ locks }) => locks)),
  });
}
