import type { CacheOptions } from '../api.ts';
import type { Backend } from '../backends/backend.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';

const CACHE_OPTIONS = ['backend', 'defaultTtl', 'compression', 'encryption', 'serializer'];
const ENCRYPTION_OPTIONS = ['masterKey', 'tenantId', 'previousMasterKeys'];

/**
 * Checks the shape of `createCache` options before anything is opened.
 * @throws {ConfigurationError}
 */
export function requireCacheOptions(options: CacheOptions): void {
  requireOptionsObject(options, 'createCache()');
  requireKnownOptions(options, CACHE_OPTIONS, 'createCache()');
  if (!isBackend(options.backend)) {
    throw new ConfigurationError(
      'createCache() needs a backend with get, set, delete, exists, close',
    );
  }
  if (options.compression !== undefined && typeof options.compression !== 'boolean') {
    throw new ConfigurationError('compression must be true or false');
  }
  // `null` is refused, not read as "off": encryption is never dropped by accident.
  if (options.encryption !== undefined) {
    requireOptionsObject(options.encryption, 'encryption');
    requireKnownOptions(options.encryption, ENCRYPTION_OPTIONS, 'encryption');
  }
  const prefix: unknown = options.backend.keyPrefix;
  if (prefix !== undefined && typeof prefix !== 'string') {
    throw new ConfigurationError('the keyPrefix of a backend must be a string');
  }
}

function isBackend(value: unknown): value is Backend {
  if (typeof value !== 'object' || value === null) return false;
  const methods = ['get', 'set', 'delete', 'exists', 'close'];
  return methods.every((name) => typeof Reflect.get(value, name) === 'function');
}
