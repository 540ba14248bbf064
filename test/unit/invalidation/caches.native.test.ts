import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { invalidationSuite } from '../../suites/engine/invalidation-suite.ts';

invalidationSuite('native core', (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  return new CacheView(openCache(options, { loadCore: loadNodeCore, now, random }), () => {});
});
