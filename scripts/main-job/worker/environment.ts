import type { KVNamespaceLike } from '../../../js/backends/workers-kv.ts';

/** What the Worker is given by its configuration. */
export interface Environment {
  readonly CACHE: KVNamespaceLike;
  /** 64 hex digits, a secret. */
  readonly CACHEKIT_MASTER_KEY: string;
  readonly TENANT_ID: string;
  /** Callers send it as `Authorization: Bearer …`; a secret. Without it nobody is let in. */
  readonly ACCESS_TOKEN: string;
}
