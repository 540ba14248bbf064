import { CacheView } from '../../../js/cache/cache.ts';
import { openCache, type Platform } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { Invalidator } from '../../../js/invalidation/invalidator.ts';
import { invalidationSuite } from '../../suites/engine/invalidation-suite.ts';

invalidationSuite('native core', (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  const platform: Platform = {
    loadCore: loadNodeCore,
    now,
    random,
    openInvalidator: (parts) => new Invalidator(parts),
  };
  return new CacheView(openCache(options, platform), () => {});
});
