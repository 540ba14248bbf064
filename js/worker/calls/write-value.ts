import type { Life } from '../http/life.ts';
import type { WrittenValue } from '../shard/tenant-shard.ts';
import { KV_MOST_BYTES, type ValueAddress } from '../values/place.ts';
import { valueName } from '../values/value-name.ts';
import { stored, writeValue } from '../values/value-stores.ts';
import type { Call } from './call.ts';

export interface ValueBody {
  readonly content: Uint8Array | ReadableStream;
  /** In bytes. */
  readonly size: number;
}

/**
 * Writes a value under a name of its own. What its store would keep for ever is announced meanwhile, so
 * that it is deleted should it never become an entry.
 */
export async function write(
  call: Call,
  { content, size }: ValueBody,
  life: Life,
): Promise<WrittenValue> {
  const { environment, tenant, key, shard } = call;
  const address: ValueAddress = {
    place: size <= KV_MOST_BYTES ? 'kv' : 'r2',
    name: valueName(tenant, key),
  };
  const ttl = address.place === 'kv' ? storeTtl(life) : null;
  const now = Math.floor(Date.now() / 1000);
  const announced = ttl === null;
  await Promise.all([
    writeValue(environment, address, content, ttl),
    announced ? stored(() => shard.announce(address)) : null,
  ]);
  return { ...address, size, announced, keptUntil: ttl === null ? null : now + ttl };
}

/**
 * Seconds KV keeps a value by itself: twice its life, so that most changes of a TTL need no new copy, and
 * a minute, because KV takes nothing shorter. Shards delete it when its entry ends.
 */
function storeTtl({ ttl, staleTtl }: Life): number | null {
  return ttl === null ? null : 2 * (ttl + staleTtl) + 60;
}
