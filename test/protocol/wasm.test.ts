/** Every row on the WebAssembly core in Node. */
import { loadWasmModule } from '../../js/core/wasm-loader-node.ts';
import { loadVectors } from './conformance/node-vectors.ts';
import { conformanceSuite } from './conformance-suite.ts';
import { wasmTarget } from './wasm-target.ts';

conformanceSuite(wasmTarget('wasm', await loadWasmModule('sealcache-hooks')), loadVectors());
