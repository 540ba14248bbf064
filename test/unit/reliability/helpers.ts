import { afterEach, beforeEach, vi } from 'vitest';
import { BackendError, type ErrorClassification } from '../../../js/errors.ts';

/** Fake timers and a fake `performance.now` for each test of a file. */
export function useFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** How a promise ended and after how many milliseconds of fake time. */
export interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
  readonly afterMs: number;
}

export function outcomeOf(promise: Promise<unknown>): Promise<Outcome> {
  const startedAt = performance.now();
  return promise.then(
    (value) => ({ value, afterMs: performance.now() - startedAt }),
    (error: unknown) => ({ error, afterMs: performance.now() - startedAt }),
  );
}

/** Lets fake time run until nothing waits any more. */
export async function finish(promise: Promise<unknown>): Promise<Outcome> {
  const outcome = outcomeOf(promise);
  await vi.runAllTimersAsync();
  return outcome;
}

export const down = (classification: ErrorClassification = 'transient') =>
  new BackendError(`down: ${classification}`, classification);

export const failing = (error: unknown = down()) => vi.fn(() => Promise.reject(error));

export const never = () => new Promise<never>(() => {});

/** A store that answers, or gives up by itself, only after a while. */
export const slow = (milliseconds: number, error?: unknown) =>
  vi.fn(
    () =>
      new Promise<string>((resolve, reject) => {
        setTimeout(() => (error === undefined ? resolve('late') : reject(error)), milliseconds);
      }),
  );
