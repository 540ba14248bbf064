import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadWasmCore } from '../../../js/core/wasm-loader-node.ts';
import { invalidationSuite } from '../../suites/engine/invalidation-suite.ts';

invalidationSuite('wasm core in Node', (options, clock) => {
  const { now = Date.now, random = Math.random } = clock ?? {};
  return new CacheView(openCache(options, { loadCore: loadWasmCore, now, random }), () => {});
});
