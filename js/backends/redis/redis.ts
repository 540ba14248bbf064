import type { RedisBackendOptions } from './options.ts';
import { RedisBackend } from './redis-backend.ts';

/**
 * A store in Redis or Valkey: `redis({ url: 'redis://localhost' })`, or with a client of your own.
 * @throws {ConfigurationError} for options out of range, unknown, or not of one connection
 */
export function redis(options: RedisBackendOptions): RedisBackend {
  return new RedisBackend(options);
}
