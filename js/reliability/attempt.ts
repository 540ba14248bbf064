import type { ErrorClassification } from '../errors.ts';
import type { Budget } from './budget.ts';
import { classify } from './classify.ts';
import { notify } from './notify.ts';

/** One try of a call, told when it ends or is given up. */
export interface AttemptEvent {
  /** 1 for the first try of a call. */
  readonly attempt: number;
  readonly durationMs: number;
  /** How it failed; `aborted` by its caller; `undefined` for a success. */
  readonly failure: ErrorClassification | 'aborted' | undefined;
}

export interface AttemptObserver {
  readonly now: () => number;
  readonly onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** Runs one try within the budget of its call. Without a listener it adds nothing to that. */
export function runAttempt<T>(
  operation: () => Promise<T>,
  attempt: number,
  budget: Budget,
  observer: AttemptObserver,
): Promise<T> {
  if (observer.onAttempt === undefined) return budget.run(operation);
  return observed(operation, attempt, budget, observer);
}

async function observed<T>(
  operation: () => Promise<T>,
  attempt: number,
  budget: Budget,
  { now, onAttempt }: AttemptObserver,
): Promise<T> {
  const startedAt = now();
  let failure: AttemptEvent['failure'];
  try {
    return await budget.run(operation);
  } catch (error) {
    failure = budget.aborted ? 'aborted' : classify(error);
    throw error;
  } finally {
    notify(onAttempt, { attempt, durationMs: now() - startedAt, failure });
  }
}
