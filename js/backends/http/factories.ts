/**
 * The reference SDK has a class for each set of capabilities. Here one backend has them all, and its
 * four names make the same.
 */
import { CachekitIOBackend } from './cachekitio.ts';
import type { CachekitIOBackendConfig } from './options.ts';

/**
 * A cache service that speaks the CacheKit REST API.
 * @throws {ConfigurationError} for options wrong, missing or unknown
 */
export function cachekitio(config: CachekitIOBackendConfig): CachekitIOBackend {
  return new CachekitIOBackend(config);
}

/** As `cachekitio`. */
export const cachekitioWithLocking = cachekitio;

/** As `cachekitio`. */
export const cachekitioWithTTL = cachekitio;

/** As `cachekitio`. */
export const cachekitioFull = cachekitio;
