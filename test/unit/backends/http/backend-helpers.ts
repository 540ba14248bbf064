import { CachekitIOBackend } from '../../../../js/backends/http/cachekitio.ts';
import type { CachekitIOBackendConfig } from '../../../../js/backends/http/options.ts';
import { API_KEY, type FakeService, type SeenRequest } from './fake-service.ts';

export const bytes = (...items: number[]): Uint8Array => Uint8Array.from(items);

export function backendOf(
  service: FakeService,
  options: Partial<CachekitIOBackendConfig> = {},
): CachekitIOBackend {
  return new CachekitIOBackend({
    apiKey: API_KEY,
    apiUrl: service.url,
    allowCustomHost: 'loopback',
    timeout: 5_000,
    ...options,
  });
}

/** The headers that are of the protocol, without those that an HTTP client adds. */
export function ownHeaders({ headers }: SeenRequest): Record<string, unknown> {
  const own = /^(x-|authorization$|content-type$|cookie$)/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => own.test(name)));
}

/** What a promise was rejected with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
