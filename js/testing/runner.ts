import { ConfigurationError } from '../errors.ts';

/** Defines one test. */
export type DefineTest = (name: string, body: () => Promise<void>) => unknown;

/** The functions of a test framework: those of vitest, jest and node:test fit as they are. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  /** This or `test` must be there. */
  readonly it?: DefineTest;
  readonly test?: DefineTest;
}

/** @throws {ConfigurationError} where the runner lacks a function */
export function defineWith({ describe, it, test }: TestRunner): DefineTest {
  const define = it ?? test;
  if (typeof describe !== 'function' || typeof define !== 'function') {
    throw new ConfigurationError('testBackend() needs describe and it, or test, of your framework');
  }
  return define;
}
