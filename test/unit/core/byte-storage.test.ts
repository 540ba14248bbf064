import { expect, test } from 'vitest';
import { ByteStorageBase } from '../../../js/core/byte-storage.ts';
import { loadWasmCore } from '../../../js/core/wasm-loader-node.ts';
import { generateParamsHash } from '../../../js/keys/params-hash.ts';
import * as node from '../../../js/node.ts';
import { byteStorageSuite } from '../../suites/byte-storage-suite.ts';

byteStorageSuite('Node', node);

const loading = async () => loadWasmCore();

byteStorageSuite('a core that loads later', {
  ByteStorage: class extends ByteStorageBase {
    constructor() {
      super(loading);
    }
  },
  generateParamsHash: (args, format) => generateParamsHash(loading, args, format),
});

test('both cores give the same bytes and hashes', async () => {
  const data = new TextEncoder().encode('attack at dawn, '.repeat(30));
  const later = new ByteStorageBase(loading);
  expect(await later.pack(data)).toEqual(await new node.ByteStorage().pack(data));
  const args = [{ id: 7n }, new Date(0)];
  expect(await generateParamsHash(loading, args)).toBe(await node.generateParamsHash(args));
});
