import type { Check } from './check.ts';
import type { ResolvedSubject } from './resolve-subject.ts';

export type DefineCheck = (name: string, check: Check) => void;

/** Defines the tests of one part of the contract that the subject is to pass. */
export type Section = (test: DefineCheck, subject: ResolvedSubject) => void;
