import type { CallOptions } from '../api.ts';
import { ConfigurationError, TimeoutError } from '../errors.ts';
import { resolveTimeout } from '../reliability/numbers.ts';
import type { CallLimits } from './store.ts';

/** The limits of one call, checked; none where it names none. @throws {ConfigurationError} */
export function limitsOf(options: CallOptions | undefined): CallLimits | undefined {
  const signal = options?.signal;
  const timeout = options?.timeout;
  if (signal === undefined && timeout === undefined) return undefined;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new ConfigurationError('signal must be an AbortSignal');
  }
  resolveTimeout(timeout, 'timeout');
  return { signal, timeoutMs: timeout };
}

/** Waits for shared work no longer than this call may; the work itself goes on for the others. */
export function within<T>(work: Promise<T>, limits: CallLimits | undefined): Promise<T> {
  if (limits === undefined) return work;
  const { signal, timeoutMs } = limits;
  return new Promise<T>((resolve, reject) => {
    const aborted = () => reject(signal?.reason);
    if (signal?.aborted === true) aborted();
    signal?.addEventListener('abort', aborted, { once: true });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => reject(new TimeoutError(`no answer within ${timeoutMs} ms`)), timeoutMs);
    const settle = () => {
      if (timer !== undefined) clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    work.then(resolve, reject).then(settle, settle);
  });
}
