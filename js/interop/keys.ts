import type { Core, MaybePromise } from '../core/core.ts';
import { isThenable } from '../core/thenable.ts';
import { ConfigurationError } from '../errors.ts';
import { ArgumentStream } from './argument-stream.ts';
import { requireSegment } from './segments.ts';

/**
 * The key of a call in interop mode, `{namespace}:{operation}:{64 hex digits}` (PROTOCOL §7.1): the one
 * that every CacheKit SDK has for it. A promise only until the core of the runtime is loaded.
 * @throws {ConfigurationError} for segments or arguments outside of the protocol's
 * @throws {ValueTooLargeError} above 1 MiB, 50 levels or 10,000 entries of a collection
 */
export function generateInteropKey(
  loadCore: () => MaybePromise<Core>,
  namespace: string,
  operation: string,
  args: readonly unknown[],
): MaybePromise<string> {
  requireSegment(namespace, 'namespace');
  requireSegment(operation, 'operation');
  if (!Array.isArray(args)) {
    throw new ConfigurationError('generateInteropKey() takes the arguments of a call as an array');
  }
  const stream = new ArgumentStream().of(args);
  const core = loadCore();
  if (!isThenable(core)) return core.interopKey(namespace, operation, stream);
  return core.then((ready) => ready.interopKey(namespace, operation, stream));
}
