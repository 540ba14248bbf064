import { loadWasmModule } from '../../../js/core/wasm-loader-node.ts';
import { wasmSealerSuite } from '../../suites/wasm-sealer-suite.ts';
import { wasmSecretsSuite } from '../../suites/wasm-secrets-suite.ts';
import { webCryptoSuite } from '../../suites/webcrypto-suite.ts';

const hooks = () => loadWasmModule('sealcache-hooks');

webCryptoSuite('Node');
wasmSealerSuite('Node', hooks);
wasmSecretsSuite('Node', hooks);
