import { cacheFactory } from '../../../js/cache/create-cache.ts';
import { loadWasmCore } from '../../../js/core/wasm-loader-node.ts';
import { cacheSuite } from '../../suites/cache-suite.ts';

cacheSuite('wasm core in Node', cacheFactory(loadWasmCore));
