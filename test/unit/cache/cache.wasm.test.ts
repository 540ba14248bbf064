import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadWasmCore } from '../../../js/core/wasm-loader-node.ts';
import { cacheSuite } from '../../suites/cache-suite.ts';

const platform = { loadCore: loadWasmCore, now: Date.now, random: Math.random };

cacheSuite('wasm core in Node', (options) => new CacheView(openCache(options, platform), () => {}));
