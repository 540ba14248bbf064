import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { batchSuite } from '../../suites/engine/batch-suite.ts';
import { computationsSuite } from '../../suites/engine/computations-suite.ts';
import { localCopiesSuite } from '../../suites/engine/local-copies-suite.ts';
import type { MakeCache } from '../../suites/engine/make-cache.ts';

const makeCache: MakeCache = (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  return new CacheView(openCache(options, { loadCore: loadNodeCore, now, random }), () => {});
};

batchSuite('native core', makeCache);
localCopiesSuite('native core', makeCache);
computationsSuite('native core', makeCache);
