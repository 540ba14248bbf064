import { ByteStorage, defaultSerializer, EncryptionManager } from '../../js/node.ts';
import { KEY, MASTER_KEY, VALUE } from '../fixtures.ts';
import type { Workload } from '../workload.ts';

/** Decrypt, then encrypt, of the packed value, both awaited. */
export const workload: Workload = {
  n: 2_000,
  async setup() {
    const manager = new EncryptionManager(MASTER_KEY);
    await manager.prepare();
    const packed = await new ByteStorage().pack(defaultSerializer.encode(VALUE));
    const sealed = await manager.encrypt(packed, KEY, true);
    return async () => {
      const opened = await manager.decrypt(sealed, KEY, true);
      await manager.encrypt(opened, KEY, true);
    };
  },
};
