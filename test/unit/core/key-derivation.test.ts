import { describe, expect, test } from 'vitest';
import { EncryptionManagerBase } from '../../../js/core/encryption-manager.ts';
import { KeyDerivation } from '../../../js/core/key-derivation.ts';
import { CachekitError, EncryptionError } from '../../../js/errors.ts';
import { FakeCore } from '../../helpers/fake-core.ts';

const KEY = 'a7'.repeat(32);
const DATA = Uint8Array.of(1, 2, 3);

describe('key derivation', () => {
  test('concurrent first uses derive once', async () => {
    const core = new FakeCore((call) => call.bytes);
    const gate = Promise.withResolvers<void>();
    core.derive = () => gate.promise;
    const manager = new EncryptionManagerBase(() => core, KEY);
    const uses = [1, 2, 3].map(() => manager.encryptNow(DATA, 'k'));
    gate.resolve();
    await Promise.all(uses);
    expect(core.sealers).toHaveLength(1);
    expect(core.calls).toHaveLength(3);
  });

  test('a failed derivation can be tried again', async () => {
    let attempts = 0;
    const core = new FakeCore((call) => call.bytes);
    const manager = new EncryptionManagerBase(() => {
      attempts++;
      if (attempts === 1) throw new Error('core not there yet');
      return core;
    }, KEY);
    await expect(manager.encrypt(DATA, 'k')).rejects.toThrow(EncryptionError);
    expect(await manager.encrypt(DATA, 'k')).toEqual(DATA);
    expect(attempts).toBe(2);
  });

  test('A24: master key bytes are wiped once keys are derived', async () => {
    const current = new Uint8Array(32).fill(0xaa);
    const previous = [new Uint8Array(32).fill(0xbb)];
    const core = new FakeCore((call) => call.bytes);
    const derivation = new KeyDerivation(() => core, { current, previous, tenantId: 't' });
    await derivation.sealer();
    expect([...current, ...(previous[0] ?? [])].every((byte) => byte === 0)).toBe(true);
  });

  test('disposal during derivation wipes what comes out of it', async () => {
    const core = new FakeCore((call) => call.bytes);
    const gate = Promise.withResolvers<void>();
    core.derive = () => gate.promise;
    const manager = new EncryptionManagerBase(() => core, KEY);
    const use = manager.encrypt(DATA, 'k');
    await new Promise(setImmediate);
    manager.dispose();
    gate.resolve();
    await expect(use).rejects.toThrow(EncryptionError);
    expect(core.sealers.map((sealer) => sealer.disposed)).toEqual([true]);
    expect(core.calls).toEqual([]);
  });

  test('disposal while the core loads never derives', async () => {
    const core = new FakeCore((call) => call.bytes);
    const gate = Promise.withResolvers<void>();
    const manager = new EncryptionManagerBase(() => gate.promise.then(() => core), KEY);
    const use = manager.encrypt(DATA, 'k');
    manager.dispose();
    gate.resolve();
    await expect(use).rejects.toThrow(CachekitError);
    expect(core.sealers).toEqual([]);
  });

  test.each(['before', 'after'])(
    'nothing is derived or handed out when disposed of %s it',
    async (when) => {
      const core = new FakeCore((call) => call.bytes);
      const manager = new EncryptionManagerBase(() => core, KEY);
      if (when === 'after') await manager.prepare();
      manager.dispose();
      await expect(manager.prepare()).rejects.toMatchObject({ reason: 'kDisposed' });
      expect(core.sealers.filter((sealer) => !sealer.disposed)).toEqual([]);
    },
  );

  test('dispose is idempotent and reaches the sealer', async () => {
    const core = new FakeCore((call) => call.bytes);
    const manager = new EncryptionManagerBase(() => core, KEY);
    await manager.encrypt(DATA, 'k');
    manager.dispose();
    manager.dispose();
    expect(core.sealers[0]?.disposed).toBe(true);
    expect(manager.getKeyFingerprint()).toBeNull();
  });

  test('the caller may reuse its buffer while keys are derived', async () => {
    const core = new FakeCore((call) => call.bytes);
    const manager = new EncryptionManagerBase(() => core, KEY);
    const buffer = Uint8Array.of(1, 2, 3);
    const use = manager.encryptNow(buffer, 'k');
    buffer.fill(0xff);
    await use;
    expect(core.calls[0]?.bytes).toEqual(DATA);
  });
});
