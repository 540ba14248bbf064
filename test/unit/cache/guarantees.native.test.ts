import { CacheView } from '../../../js/cache/cache.ts';
import { openCache, type Platform } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { Invalidator } from '../../../js/invalidation/invalidator.ts';
import { batchSuite } from '../../suites/engine/batch-suite.ts';
import { computationsSuite } from '../../suites/engine/computations-suite.ts';
import { invalidateCallSuite } from '../../suites/engine/invalidate-call-suite.ts';
import { lateWritesSuite } from '../../suites/engine/late-writes-suite.ts';
import { localCopiesSuite } from '../../suites/engine/local-copies-suite.ts';
import type { MakeCache } from '../../suites/engine/make-cache.ts';

const makeCache: MakeCache = (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  const platform: Platform = {
    loadCore: loadNodeCore,
    now,
    random,
    openInvalidator: (parts) => new Invalidator(parts),
  };
  return new CacheView(openCache(options, platform), () => {});
};

batchSuite('native core', makeCache);
localCopiesSuite('native core', makeCache);
computationsSuite('native core', makeCache);
invalidateCallSuite('native core', makeCache);
lateWritesSuite('native core', makeCache);
