/** Faults that others shipped, each as a test that fails where it comes back. */
import type { MakeCache } from './make-cache.ts';
import { pitfallsFailuresSuite } from './pitfalls-failures-suite.ts';
import { pitfallsFlightsSuite } from './pitfalls-flights-suite.ts';
import { pitfallsFreshnessSuite } from './pitfalls-freshness-suite.ts';
import { pitfallsKeysSuite } from './pitfalls-keys-suite.ts';
import { pitfallsOptionsSuite } from './pitfalls-options-suite.ts';
import { pitfallsSecrecySuite } from './pitfalls-secrecy-suite.ts';
import { pitfallsSurfaceSuite } from './pitfalls-surface-suite.ts';
import { pitfallsValuesSuite } from './pitfalls-values-suite.ts';

export function pitfallsSuite(name: string, makeCache: MakeCache): void {
  pitfallsFailuresSuite(name, makeCache);
  pitfallsFlightsSuite(name, makeCache);
  pitfallsFreshnessSuite(name, makeCache);
  pitfallsKeysSuite(name, makeCache);
  pitfallsOptionsSuite(name, makeCache);
  pitfallsSecrecySuite(name, makeCache);
  pitfallsSurfaceSuite(name, makeCache);
  pitfallsValuesSuite(name, makeCache);
}
