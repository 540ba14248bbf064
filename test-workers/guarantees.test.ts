import { CacheView } from '../js/cache/cache.ts';
import { openCache, type Platform } from '../js/cache/create-cache.ts';
import { loadWorkersCore } from '../js/core/wasm-loader-workers.ts';
import { Invalidator } from '../js/invalidation/invalidator.ts';
import { batchSuite } from '../test/suites/engine/batch-suite.ts';
import { computationsSuite } from '../test/suites/engine/computations-suite.ts';
import { invalidateCallSuite } from '../test/suites/engine/invalidate-call-suite.ts';
import { lateWritesSuite } from '../test/suites/engine/late-writes-suite.ts';
import { localCopiesSuite } from '../test/suites/engine/local-copies-suite.ts';
import type { MakeCache } from '../test/suites/engine/make-cache.ts';

const makeCache: MakeCache = (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  const platform: Platform = {
    loadCore: loadWorkersCore,
    now,
    random,
    openInvalidator: (parts) => new Invalidator(parts),
  };
  return new CacheView(openCache(options, platform), () => {});
};

batchSuite('workerd', makeCache);
localCopiesSuite('workerd', makeCache);
computationsSuite('workerd', makeCache);
invalidateCallSuite('workerd', makeCache);
lateWritesSuite('workerd', makeCache);
