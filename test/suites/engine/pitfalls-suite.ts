/** Faults that others shipped, each as a test that fails where it comes back. */
import type { MakeCache } from './make-cache.ts';
import { pitfallsFlightsSuite } from './pitfalls-flights-suite.ts';
import { pitfallsFreshnessSuite } from './pitfalls-freshness-suite.ts';

export function pitfallsSuite(name: string, makeCache: MakeCache): void {
  pitfallsFlightsSuite(name, makeCache);
  pitfallsFreshnessSuite(name, makeCache);
}
