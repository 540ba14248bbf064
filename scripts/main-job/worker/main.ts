/**
 * A Worker that keeps JSON documents sealed in Workers KV: `PUT`, `GET` and `DELETE /entries/{key}`.
 * KV only ever holds ciphertext. Entries that sealcache sealed elsewhere under the same key and tenant
 * open here, and the other way round.
 */

import { type Cache, CachekitError, createCache, WorkersKVBackend } from '../../../js/workers.ts';
import { mayAccess } from './access.ts';
import type { Environment } from './environment.ts';

const ENTRIES = '/entries/';
const MAX_BODY_BYTES = 25 * 1024 * 1024;

/** One per isolate, made inside a handler: Workers forbid random values at global scope. */
let cache: Cache | null = null;

export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    if (!(await mayAccess(request, environment.ACCESS_TOKEN))) {
      return answer(401, { error: 'send the access token as "Authorization: Bearer …"' });
    }
    const path = new URL(request.url).pathname;
    if (!path.startsWith(ENTRIES)) return answer(404, { error: `use ${ENTRIES}{key}` });
    try {
      cache ??= openCache(environment);
      return await entry(cache, decodeURIComponent(path.slice(ENTRIES.length)), request);
    } catch (error) {
      return refusal(error);
    }
  },
};

function openCache(environment: Environment): Cache {
  return createCache({
    backend: new WorkersKVBackend(environment.CACHE),
    // Others write to the same store; whoever asks is told why an entry was refused.
    l1: { enabled: false },
    reliability: { degradation: false },
    encryption: {
      masterKey: environment.CACHEKIT_MASTER_KEY,
      tenantId: environment.TENANT_ID,
    },
    serializer: {
      maxEncodedSize: MAX_BODY_BYTES,
      maxDecodedSize: MAX_BODY_BYTES,
      maxCollectionSize: 1_000_000,
    },
  });
}

async function entry(entries: Cache, key: string, request: Request): Promise<Response> {
  switch (request.method) {
    case 'GET': {
      const value = await entries.get<unknown>(key);
      // `null` is also a JSON document.
      if (value !== null || (await entries.exists(key))) return answer(200, value);
      return answer(404, { error: 'no such entry' });
    }
    case 'PUT': {
      const value: unknown = await request.json();
      await entries.set(key, value);
      return new Response(null, { status: 204 });
    }
    case 'DELETE':
      await entries.delete(key);
      return new Response(null, { status: 204 });
    default:
      return answer(405, { error: 'use GET, PUT or DELETE' }, { allow: 'GET, PUT, DELETE' });
  }
}

/** Our own errors name what to do and hold no secret; of anything else only the kind is told. */
function refusal(error: unknown): Response {
  if (error instanceof CachekitError) {
    return answer(422, { code: error.code, error: error.message });
  }
  if (error instanceof SyntaxError || error instanceof URIError) {
    return answer(400, { error: 'the body must be JSON and the key valid percent-encoding' });
  }
  return answer(500, { error: 'unexpected failure' });
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}
