import { isThenable } from '../core/thenable.ts';

/**
 * Tells a listener. What it throws, or a promise of it rejects with, is dropped: somebody who watches
 * must not change the outcome of a call.
 */
export function notify<Event>(
  listener: ((event: Event) => unknown) | undefined,
  event: Event,
): void {
  if (listener === undefined) return;
  try {
    const result = listener(event);
    if (isThenable(result)) result.then(undefined, () => {});
  } catch {
    // Dropped, see above.
  }
}
