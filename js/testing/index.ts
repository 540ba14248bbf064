/** `sealcache/testing`: whether a store of your own keeps what a cache needs of it. */

export { ComplianceError } from './compliance-error.ts';
export type { DefineTest, TestRunner } from './runner.ts';
export type { BackendSubject, Feature } from './subject.ts';
export { testBackend } from './test-backend.ts';
export type { TimeMode } from './time.ts';
