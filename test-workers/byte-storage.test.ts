/** `ByteStorage` and `generateParamsHash` inside workerd, by the suite that Node runs. */
import * as workers from '../js/workers.ts';
import { byteStorageSuite } from '../test/suites/byte-storage-suite.ts';

byteStorageSuite('workerd', workers);
