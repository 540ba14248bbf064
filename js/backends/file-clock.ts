import { ConfigurationError } from '../errors.ts';

/** The last instant a `Date` can hold. */
const LATEST_MS = 8.64e15;

/**
 * The caller's clock, which may throw or give anything: either is wrong set-up, told as a
 * `ConfigurationError` by the operation that asked, before it has changed anything.
 */
export function checkedClock(now: () => number): () => number {
  return () => {
    let milliseconds: number;
    try {
      milliseconds = now();
    } catch (error) {
      throw new ConfigurationError('the option now of the file backend threw', { cause: error });
    }
    if (Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds <= LATEST_MS) {
      return milliseconds;
    }
    throw new ConfigurationError('the option now must give milliseconds since the epoch');
  };
}
