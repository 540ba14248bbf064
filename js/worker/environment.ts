import type { TenantShard } from './shard/tenant-shard.ts';

/** What the service is given by its configuration, wrangler.toml. */
export interface Environment {
  /** Records of API keys; hashes, no keys. */
  readonly API_KEYS: KVNamespace;
  /** Values of up to `KV_MOST_BYTES`. */
  readonly VALUES: KVNamespace;
  /** Larger values. */
  readonly LARGE_VALUES: R2Bucket;
  /** What is known of entries, and the locks. */
  readonly SHARDS: DurableObjectNamespace<TenantShard>;
  readonly RATE_LIMIT: RateLimit;
  /** Largest value in bytes, in decimal digits. Default 25 MiB (PROTOCOL §10.3). */
  readonly MAX_VALUE_BYTES?: string;
}
