import { ConfigurationError } from '../errors.ts';
import { toError } from './classify.ts';

/**
 * The result of an operation, or `fallback` where it fails. Two failures are the caller's own and
 * still thrown: a `ConfigurationError`, and whatever comes after the given signal aborted.
 */
export function withDegradation<T>(
  operation: () => Promise<T>,
  fallback: T,
  signal?: AbortSignal,
): Promise<T> {
  return withDegradationFn(operation, () => fallback, signal);
}

/** The same with a fallback that is made from the failure. What it throws reaches the caller. */
export async function withDegradationFn<T>(
  operation: () => Promise<T>,
  fallback: (error: Error) => T | Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof ConfigurationError || signal?.aborted === true) throw error;
    return fallback(toError(error));
  }
}
