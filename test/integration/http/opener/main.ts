/**
 * Holds a master key of its own. `GET /{key}` opens an entry straight from the KV of the cache service;
 * `PUT /{key}` seals a JSON value and gives it to the service over HTTP.
 */
import { createCache } from '../../../../js/workers.ts';
import { type ListedNamespace, storedValues } from '../stored-values.ts';

interface Environment {
  readonly VALUES: ListedNamespace;
  readonly TENANT: string;
  readonly MASTER_KEY: string;
  readonly API_URL: string;
  readonly API_KEY: string;
}

export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    const key = decodeURIComponent(new URL(request.url).pathname.slice(1));
    const encryption = { masterKey: environment.MASTER_KEY };
    const reliability = { degradation: false };
    if (request.method === 'PUT') {
      const cache = createCache.io({
        apiKey: environment.API_KEY,
        apiUrl: environment.API_URL,
        allowCustomHost: 'loopback',
        encryption,
        reliability,
      });
      await cache.set(key, await request.json(), { ttl: 300 });
      return new Response(null, { status: 204 });
    }
    const backend = storedValues(environment.VALUES, environment.TENANT);
    return Response.json(await createCache({ backend, encryption, reliability }).get(key));
  },
};
