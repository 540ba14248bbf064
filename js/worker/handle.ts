import { authenticate } from './api-keys/authenticate.ts';
import { requireL1Status } from './api-keys/l1-status.ts';
import { requireRate } from './api-keys/rate-limit.ts';
import { requireWriteScope } from './api-keys/write-scope.ts';
import type { Call } from './calls/call.ts';
import { callHandlers } from './calls/call-handlers.ts';
import { health } from './calls/health.ts';
import { status } from './calls/status.ts';
import { description } from './description.ts';
import type { Environment } from './environment.ts';
import { empty } from './http/answer.ts';
import { decodeKey } from './http/cache-key.ts';
import { Refusal } from './http/refusal.ts';
import { methodsOf, routeOf } from './http/route.ts';
import { statusPage } from './page.ts';
import { shardOf } from './shard/shards.ts';

/** Answers a request. Never rejects: what fails without a reason of ours is a 500. */
export async function handle(request: Request, environment: Environment): Promise<Response> {
  // Before authentication: a preflight carries no key (PROTOCOL §10.1).
  if (request.method === 'OPTIONS') return empty(204);
  try {
    return await answer(request, environment);
  } catch (error) {
    if (error instanceof Refusal) return error.response(request.method);
    // Only its kind: its text may quote a key.
    console.error(`unexpected failure: ${error instanceof Error ? error.name : typeof error}`);
    return new Refusal(500, 'unexpected failure').response(request.method);
  }
}

async function answer(request: Request, environment: Environment): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/') return statusPage(request.method);
  if (pathname === '/openapi.json') return description(request.method);
  // The order is the protocol's: who asks, then how often, then what.
  const identity = await authenticate(request, environment.API_KEYS);
  await requireRate(environment.RATE_LIMIT, identity);
  requireL1Status(request, identity);
  // Not below /v1/cache/, where clients count on no route but theirs.
  if (pathname === '/v1/status') {
    requireMethod('status', request.method);
    return await status(environment, identity.tenant);
  }
  const route = routeOf(pathname);
  const { method } = request;
  requireMethod(route.resource, method);
  if (route.resource === 'health') return await health(environment.SHARDS, identity.tenant);
  const key = decodeKey(route.segment);
  requireWriteScope(method, key, identity.scope);
  const shard = shardOf(environment.SHARDS, identity.tenant, key);
  const call: Call = { request, environment, tenant: identity.tenant, key, shard };
  return await callHandlers[route.resource](call);
}

function requireMethod(resource: keyof typeof methodsOf, method: string): void {
  const allowed = methodsOf[resource];
  if (allowed.includes(method)) return;
  const allow = allowed.join(', ');
  throw new Refusal(405, `use ${allow}`, { Allow: allow });
}
