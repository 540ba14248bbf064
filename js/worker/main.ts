/**
 * The cache service: the CacheKit REST API (PROTOCOL §10) over Workers KV, R2 and Durable Objects. It
 * keeps bytes for those who seal them elsewhere, and has no key to open any. docs/service.md says how
 * it stores and what it promises.
 */
import type { Environment } from './environment.ts';
import { handle } from './handle.ts';

export { TenantShard } from './shard/tenant-shard.ts';

export default {
  fetch: (request: Request, environment: Environment): Promise<Response> =>
    handle(request, environment),
};
