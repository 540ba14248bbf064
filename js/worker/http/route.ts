import { Refusal } from './refusal.ts';

/** What of the API is meant (PROTOCOL §10.3). */
export type Route =
  | { readonly resource: 'health' }
  | { readonly resource: 'value' | 'ttl' | 'lock' /** Not decoded. */; readonly segment: string };

export const methodsOf: Readonly<Record<Route['resource'] | 'status', readonly string[]>> = {
  value: ['GET', 'HEAD', 'PUT', 'DELETE'],
  ttl: ['GET', 'PATCH'],
  lock: ['POST', 'DELETE'],
  health: ['GET'],
  status: ['GET'],
};

const PREFIX = '/v1/cache/';

/**
 * The path as it was sent, split before anything is decoded: an encoded slash never separates (API-4).
 * @throws {Refusal} 404
 */
export function routeOf(pathname: string): Route {
  if (!pathname.startsWith(PREFIX)) throw noRoute();
  const [segment = '', resource, ...more] = pathname.slice(PREFIX.length).split('/');
  if (more.length > 0) throw noRoute();
  if (resource === undefined) {
    return segment === 'health' ? { resource: 'health' } : { resource: 'value', segment };
  }
  if (resource !== 'ttl' && resource !== 'lock') throw noRoute();
  return { resource, segment };
}

function noRoute(): Refusal {
  return new Refusal(404, 'no such route; the API is described at /openapi.json');
}
