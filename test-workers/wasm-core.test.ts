import { wasmSealerSuite } from '../test/suites/wasm-sealer-suite.ts';
import { wasmSecretsSuite } from '../test/suites/wasm-secrets-suite.ts';
import { webCryptoSuite } from '../test/suites/webcrypto-suite.ts';
import { hooksModule } from './hooks-module.ts';

webCryptoSuite('workerd');
wasmSealerSuite('workerd', hooksModule);
wasmSecretsSuite('workerd', hooksModule);
