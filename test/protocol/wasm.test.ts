/** Every row on the WebAssembly core in Node. */
import { loadWasmModule } from '../../js/core/wasm-loader-node.ts';
import { conformanceSuite } from './conformance-suite.ts';
import { loadVectors } from './node-vectors.ts';
import { wasmTarget } from './wasm-target.ts';

conformanceSuite(wasmTarget('wasm', await loadWasmModule('sealcache-hooks')), loadVectors());
