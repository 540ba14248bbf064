import { EncryptionManagerBase } from '../../../js/core/encryption-manager.ts';
import { loadWasmCore } from '../../../js/core/wasm-loader-node.ts';
import { managerSuite } from '../../suites/manager-suite.ts';

managerSuite('wasm core in Node', (...keys) => new EncryptionManagerBase(loadWasmCore, ...keys));
