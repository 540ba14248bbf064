import type { TenantShard } from './tenant-shard.ts';

/**
 * Durable Objects over which one tenant's keys are spread: one takes about a thousand requests a second.
 * Another number would look for entries where they are not.
 */
const SHARDS_PER_TENANT = 8;

type Namespace = DurableObjectNamespace<TenantShard>;
export type Shard = DurableObjectStub<TenantShard>;

/** The shard of a key. */
export function shardOf(namespace: Namespace, tenant: string, key: string): Shard {
  return shard(namespace, tenant, hashOf(key) % SHARDS_PER_TENANT);
}

export function allShards(namespace: Namespace, tenant: string): Shard[] {
  return Array.from({ length: SHARDS_PER_TENANT }, (_, i) => shard(namespace, tenant, i));
}

/** No tenant's name holds a slash, so no two tenants share a shard. */
function shard(namespace: Namespace, tenant: string, index: number): Shard {
  return namespace.getByName(`${tenant}/${index}`);
}

/** FNV-1a, 32 bits. It spreads keys; nothing relies on it against somebody who picks them. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
