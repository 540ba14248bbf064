import type { Change } from './complete-backend.ts';

/** A mistake in a store, and the test that must find it. */
export interface Mutant {
  readonly name: string;
  /** The end of the name of the test. */
  readonly test: string;
  /** What the test says. */
  readonly says: RegExp;
  readonly change: Change;
}
