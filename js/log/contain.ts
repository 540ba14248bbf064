import { isThenable } from '../core/thenable.ts';

/**
 * Runs a callback the application gave us, so that its failure, thrown or rejected, stays its own: it
 * neither breaks the cache nor ends as an unhandled rejection. `onFailure` must not throw.
 */
export function contain(callback: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const result = callback();
    if (isThenable(result)) result.then(undefined, onFailure);
  } catch (error) {
    onFailure(error);
  }
}
