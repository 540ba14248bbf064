import { CacheView } from '../js/cache/cache.ts';
import { openCache } from '../js/cache/create-cache.ts';
import { loadWorkersCore } from '../js/core/wasm-loader-workers.ts';
import { failureSuite } from '../test/suites/engine/failure-suite.ts';
import { freshnessSuite } from '../test/suites/engine/freshness-suite.ts';
import { hiddenKeysSuite } from '../test/suites/engine/hidden-keys-suite.ts';
import { interopSuite } from '../test/suites/engine/interop-suite.ts';
import { lifetimesSuite } from '../test/suites/engine/lifetimes-suite.ts';
import { lockSuite } from '../test/suites/engine/lock-suite.ts';
import type { MakeCache } from '../test/suites/engine/make-cache.ts';
import { paddingSuite } from '../test/suites/engine/padding-suite.ts';
import { pitfallsSuite } from '../test/suites/engine/pitfalls-suite.ts';
import { sharingSuite } from '../test/suites/engine/sharing-suite.ts';
import { tagsSuite } from '../test/suites/engine/tags-suite.ts';

const makeCache: MakeCache = (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  return new CacheView(openCache(options, { loadCore: loadWorkersCore, now, random }), () => {});
};

sharingSuite('workerd', makeCache);
freshnessSuite('workerd', makeCache);
failureSuite('workerd', makeCache);
lifetimesSuite('workerd', makeCache);
tagsSuite('workerd', makeCache);
lockSuite('workerd', makeCache);
pitfallsSuite('workerd', makeCache);
interopSuite('workerd', makeCache, loadWorkersCore);
hiddenKeysSuite(makeCache);
paddingSuite(makeCache);
