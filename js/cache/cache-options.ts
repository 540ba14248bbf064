import type { CacheOptions } from '../api.ts';
import type { Backend } from '../backends/backend.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError } from '../errors.ts';

const CACHE_OPTIONS = ['backend', 'defaultTtl', 'compression', 'encryption', 'serializer'];
const SERIALIZER_OPTIONS = ['maxEncodedSize', 'maxDecodedSize', 'maxCollectionSize', 'maxDepth'];
const ENCRYPTION_OPTIONS = ['masterKey', 'tenantId', 'previousMasterKeys'];

/** `CacheOptions` after the check. */
export type CheckedOptions = ReturnType<typeof checkedOptions>;

/**
 * The options of `createCache`, their shape checked before anything is opened. Each is read once, so
 * that a getter cannot show one value to the check and another to the cache.
 * @throws {ConfigurationError}
 */
export function checkedOptions(given: CacheOptions) {
  requireOptionsObject(given, 'createCache()');
  requireKnownOptions(given, CACHE_OPTIONS, 'createCache()');
  const { backend, defaultTtl, compression, encryption, serializer } = given;
  const options = { backend, defaultTtl, compression, encryption, serializer };
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
  if (options.serializer !== undefined) {
    requireOptionsObject(options.serializer, 'serializer');
    requireKnownOptions(options.serializer, SERIALIZER_OPTIONS, 'serializer');
  }
  const prefix: unknown = options.backend.keyPrefix;
  if (prefix !== undefined && typeof prefix !== 'string') {
    throw new ConfigurationError('the keyPrefix of a backend must be a string');
  }
  return options;
}

function isBackend(value: unknown): value is Backend {
  if (typeof value !== 'object' || value === null) return false;
  const methods = ['get', 'set', 'delete', 'exists', 'close'];
  return methods.every((name) => typeof Reflect.get(value, name) === 'function');
}
