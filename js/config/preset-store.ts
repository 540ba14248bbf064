import type { Backend } from '../backends/backend.ts';
import type { CachekitIOBackendConfig } from '../backends/http/options.ts';
import { ConfigurationError } from '../errors.ts';
import type { RedisBackendConfig } from './backend-config.ts';
import { overlay } from './overlay.ts';
import type { Environment } from './preset-keys.ts';
import type { IOOptions, StoreOptions } from './preset-options.ts';

const API_KEY = 'CACHEKIT_API_KEY';

/**
 * The store of a preset that takes either a backend or a url.
 * @throws {ConfigurationError} for both or none, and for a keyPrefix that nothing would apply
 */
export function presetStore(given: StoreOptions, where: string): Backend | RedisBackendConfig {
  const { backend, url, keyPrefix } = given;
  if (url === undefined) {
    if (backend === undefined) throw new ConfigurationError(`${where} needs a backend or a url`);
    if (keyPrefix === undefined) return backend;
    throw new ConfigurationError(
      `${where} takes keyPrefix only with url; give it to the backend where you make it`,
    );
  }
  if (backend === undefined) return overlay<RedisBackendConfig>({ url }, { keyPrefix });
  throw new ConfigurationError(`${where} takes either a backend or a url, not both`);
}

/**
 * The service of the io preset. The variable is read with every construction; an argument wins.
 * @throws {ConfigurationError} without an API key
 */
export function presetService(given: IOOptions, environment: Environment): CachekitIOBackendConfig {
  const { apiKey: givenKey, apiUrl, timeout, allowCustomHost, staleTtl } = given;
  const apiKey = givenKey ?? environment(API_KEY);
  if (apiKey === undefined || apiKey === '') {
    throw new ConfigurationError(
      `createCache.io() needs an API key: pass apiKey or, on Node, set ${API_KEY}`,
    );
  }
  return overlay<CachekitIOBackendConfig>(
    { apiKey },
    { apiUrl, timeout, allowCustomHost, staleTtl },
  );
}
