import { NativeCore } from '../../../js/core/native-core.ts';
import { loadWasmCore } from '../../../js/core/wasm-loader-node.ts';
import { loadAddon } from '../../helpers/native-hooks.ts';
import { coreSuite } from '../../suites/core-suite.ts';

coreSuite('native', () => new NativeCore(loadAddon()));
coreSuite('WebAssembly', loadWasmCore);
