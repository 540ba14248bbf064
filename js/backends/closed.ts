import { BackendError } from '../errors.ts';

/** What every operation of a closed store rejects with. */
export function closedError(): BackendError {
  return new BackendError('the backend is closed; create a new one', 'permanent');
}
