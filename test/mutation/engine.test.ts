/** The suites of the engine on the native core, but for those of values, which take long. */
import { CacheView } from '../../js/cache/cache.ts';
import { openCache } from '../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../js/core/node-core.ts';
import { failureSuite } from '../suites/engine/failure-suite.ts';
import { freshnessSuite } from '../suites/engine/freshness-suite.ts';
import { lifetimesSuite } from '../suites/engine/lifetimes-suite.ts';
import { lockSuite } from '../suites/engine/lock-suite.ts';
import type { MakeCache } from '../suites/engine/make-cache.ts';
import { pitfallsFailuresSuite } from '../suites/engine/pitfalls-failures-suite.ts';
import { pitfallsFlightsSuite } from '../suites/engine/pitfalls-flights-suite.ts';
import { pitfallsFreshnessSuite } from '../suites/engine/pitfalls-freshness-suite.ts';
import { pitfallsKeysSuite } from '../suites/engine/pitfalls-keys-suite.ts';
import { pitfallsOptionsSuite } from '../suites/engine/pitfalls-options-suite.ts';
import { pitfallsSecrecySuite } from '../suites/engine/pitfalls-secrecy-suite.ts';
import { sharingSuite } from '../suites/engine/sharing-suite.ts';
import { tagsSuite } from '../suites/engine/tags-suite.ts';

const makeCache: MakeCache = (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  return new CacheView(openCache(options, { loadCore: loadNodeCore, now, random }), () => {});
};

for (const suite of [
  sharingSuite,
  freshnessSuite,
  failureSuite,
  lifetimesSuite,
  tagsSuite,
  lockSuite,
  pitfallsFlightsSuite,
  pitfallsFreshnessSuite,
  pitfallsFailuresSuite,
  pitfallsKeysSuite,
  pitfallsSecrecySuite,
  pitfallsOptionsSuite,
]) {
  suite('native core', makeCache);
}
