import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { keptWasmCore } from '../../helpers/kept-wasm-core.ts';
import { failureSuite } from '../../suites/engine/failure-suite.ts';
import { freshnessSuite } from '../../suites/engine/freshness-suite.ts';
import { hiddenKeysSuite } from '../../suites/engine/hidden-keys-suite.ts';
import { interopSuite } from '../../suites/engine/interop-suite.ts';
import { lifetimesSuite } from '../../suites/engine/lifetimes-suite.ts';
import { lockSuite } from '../../suites/engine/lock-suite.ts';
import type { MakeCache } from '../../suites/engine/make-cache.ts';
import { paddingSuite } from '../../suites/engine/padding-suite.ts';
import { pitfallsSuite } from '../../suites/engine/pitfalls-suite.ts';
import { sharingSuite } from '../../suites/engine/sharing-suite.ts';
import { tagsSuite } from '../../suites/engine/tags-suite.ts';

const makeCache: MakeCache = (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  return new CacheView(openCache(options, { loadCore: keptWasmCore, now, random }), () => {});
};

sharingSuite('wasm core in Node', makeCache);
freshnessSuite('wasm core in Node', makeCache);
failureSuite('wasm core in Node', makeCache);
lifetimesSuite('wasm core in Node', makeCache);
tagsSuite('wasm core in Node', makeCache);
lockSuite('wasm core in Node', makeCache);
pitfallsSuite('wasm core in Node', makeCache);
interopSuite('wasm core in Node', makeCache, keptWasmCore);
hiddenKeysSuite(makeCache);
paddingSuite(makeCache);
