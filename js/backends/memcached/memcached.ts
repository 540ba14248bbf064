import { MemcachedBackend } from './memcached-backend.ts';
import type { MemcachedBackendOptions } from './options.ts';

/**
 * A store in Memcached: `memcached({ servers: ['cache-1:11211', 'cache-2:11211'] })`. Needs the package
 * `memjs`.
 * @throws {ConfigurationError} for options out of range or unknown
 */
export function memcached(options: MemcachedBackendOptions = {}): MemcachedBackend {
  return new MemcachedBackend(options);
}
