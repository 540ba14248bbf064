import { BackendError, CachekitError, type ErrorClassification, TimeoutError } from '../errors.ts';

/**
 * How a failed call is treated. A `BackendError` says so itself; a timeout is a timeout; our other
 * errors are faults of the caller or of the data, and an `AbortError` is the caller's wish, so both
 * are `permanent`: asking again cannot help and says nothing about the store. Whatever else a custom
 * backend throws is taken for a passing fault of its store.
 */
export function classify(error: unknown): ErrorClassification {
  if (error instanceof BackendError) return error.classification;
  if (error instanceof TimeoutError) return 'timeout';
  if (error instanceof CachekitError) return 'permanent';
  // By name: what `fetch` and `AbortSignal` reject with are DOMExceptions, not errors of ours.
  const name = nameOf(error);
  if (name === 'TimeoutError') return 'timeout';
  return name === 'AbortError' ? 'permanent' : 'transient';
}

/** Whether a failure may be retried and is counted by the circuit breaker. */
export function isStoreFault(classification: ErrorClassification): boolean {
  return classification === 'transient' || classification === 'timeout';
}

/** What was thrown, as the `Error` that user callbacks are promised. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new Error('something that is no Error was thrown; see cause', { cause: thrown });
}

function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}
