/** What the encryption manager asks of a core, and what it tells before there is one. */
import { describe, expect, test, vi } from 'vitest';
import { CONTAINER_PACKED, CONTAINER_PLAIN, type SealerKeys } from '../../../js/core/core.ts';
import { CryptoKeyring } from '../../../js/core/crypto-keyring.ts';
import { EncryptionManagerBase } from '../../../js/core/encryption-manager.ts';
import { KeyDerivation } from '../../../js/core/key-derivation.ts';
import { platformWebCrypto } from '../../../js/core/webcrypto.ts';
import { ConfigurationError, EncryptionError } from '../../../js/errors.ts';
import { FakeCore } from '../../helpers/fake-core.ts';

const KEY = '3d'.repeat(32);
const DATA = new Uint8Array(40).fill(5);
/** As long as a key may be where the AAD says "True", which is a byte shorter than "False". */
const LONGEST = 'k'.repeat(65_536 - (1 + 4 * 4 + 7) - 4 - 'default'.length);

const open = (core = new FakeCore(({ bytes }) => bytes)) => ({
  core,
  manager: new EncryptionManagerBase(() => core, KEY),
});
/** A manager before its keys are derived, and one after. */
async function both() {
  const [fresh, ready] = [open(), open()];
  await ready.manager.prepare();
  return [fresh, ready];
}

describe('an encryption manager', () => {
  test.each(['encrypt', 'encryptNow', 'decrypt', 'decryptNow'] as const)(
    '%s takes bytes for no envelope unless told',
    async (verb) => {
      for (const { core, manager } of await both()) {
        await manager[verb](DATA, 'k');
        await manager[verb](DATA, 'k', false);
        await manager[verb](DATA, 'k', true);
        const containers = core.calls.map(({ container }) => container);
        expect(containers).toEqual([CONTAINER_PLAIN, CONTAINER_PLAIN, CONTAINER_PACKED]);
      }
    },
  );

  test('takes keys as long as the AAD of their kind has room for', async () => {
    for (const { manager } of await both()) {
      await manager.encrypt(DATA, LONGEST, true);
      await expect(manager.encrypt(DATA, LONGEST, false)).rejects.toThrow(ConfigurationError);
      await expect(manager.encrypt(DATA, `${LONGEST}k`, true)).rejects.toThrow(ConfigurationError);
      expect(() => manager.validateKey(LONGEST, true)).not.toThrow();
      expect(() => manager.validateKey(LONGEST)).toThrow(ConfigurationError);
      expect(() => manager.validateKey(LONGEST.slice(1))).not.toThrow();
    }
  });

  test('has nothing to tell before its first use', async () => {
    const { manager } = open();
    expect(manager.getEncryptionCount()).toBe(0);
    expect(manager.getKeyFingerprint()).toBeNull();
    expect(manager.getOpensByKey()).toEqual([]);
    expect(manager.isHardwareAccelerated()).toBeNull();
    await manager.prepare();
    expect(manager.isHardwareAccelerated()).toBe(true);
    expect(manager.getOpensByKey()).toEqual([0]);
    manager.dispose();
    expect(manager.getEncryptionCount()).toBe(0);
    expect(manager.getOpensByKey()).toEqual([]);
  });

  test('takes only bytes for messages and MACs, whatever the core would take', async () => {
    for (const { manager } of await both()) {
      const calls = [
        () => Reflect.apply(manager.authenticateNow, manager, ['text']),
        () => Reflect.apply(manager.verifyNow, manager, ['text', DATA]),
        () => Reflect.apply(manager.verifyNow, manager, [DATA, 'text']),
      ];
      for (const call of calls) {
        await expect((async () => call())()).rejects.toThrow(ConfigurationError);
      }
    }
  });

  test('after dispose says so first, and loads nothing', async () => {
    const load = vi.fn(() => new FakeCore(({ bytes }) => bytes));
    const manager = new EncryptionManagerBase(load, KEY);
    manager.dispose();
    for (const call of [
      () => Reflect.apply(manager.encrypt, manager, ['text', 'k']),
      () => Reflect.apply(manager.decrypt, manager, [DATA, '']),
      () => Reflect.apply(manager.authenticateNow, manager, ['text']),
      () => manager.prepare(),
    ]) {
      await expect((async () => call())()).rejects.toMatchObject({ reason: 'kDisposed' });
    }
    expect(load).not.toHaveBeenCalled();
  });

  test('wipes its copy of a plaintext once it is sealed, or could not be', async () => {
    for (const fails of [false, true]) {
      const seen: Uint8Array[] = [];
      const core = new FakeCore(({ bytes }) => bytes);
      const make = core.createSealer.bind(core);
      vi.spyOn(core, 'createSealer').mockImplementation(async (keys: SealerKeys) => {
        const sealer = await make(keys);
        vi.spyOn(sealer, 'seal').mockImplementation((bytes) => {
          seen.push(bytes);
          expect([...bytes]).toEqual([...DATA]);
          if (fails) throw new EncryptionError('no');
          return bytes.slice();
        });
        return sealer;
      });
      const sealing = new EncryptionManagerBase(() => core, KEY).encrypt(DATA, 'k');
      if (fails) await expect(sealing).rejects.toThrow('no');
      else expect(await sealing).toEqual(DATA);
      expect(seen.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true]);
    }
  });
});

describe('a derivation', () => {
  const keysOf = () => ({
    current: new Uint8Array(32).fill(1),
    previous: [new Uint8Array(32).fill(2)],
    tenantId: 't',
  });

  test('that is disposed of before it began has wiped its master keys', () => {
    const keys = keysOf();
    const derivation = new KeyDerivation(() => new FakeCore(({ bytes }) => bytes), keys);
    expect(derivation.disposed).toBe(false);
    expect(derivation.core).toBeNull();
    derivation.dispose();
    expect(derivation.disposed).toBe(true);
    expect([...keys.current, ...(keys.previous[0] ?? [])].every((byte) => byte === 0)).toBe(true);
  });

  test('tells its core once there is one', async () => {
    const core = new FakeCore(({ bytes }) => bytes);
    const derivation = new KeyDerivation(() => core, keysOf());
    const sealer = await derivation.sealer();
    expect(derivation.core).toBe(core);
    expect(derivation.ready).toBe(sealer);
  });
});

test('a keyring that is disposed of has no keys, and asks WebCrypto nothing', async () => {
  const real = platformWebCrypto();
  const key = await real.importKey('raw', new Uint8Array(32), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  const webCrypto = {
    importKey: vi.fn(real.importKey.bind(real)),
    encrypt: vi.fn(real.encrypt.bind(real)),
    decrypt: vi.fn(real.decrypt.bind(real)),
  };
  const ring = new CryptoKeyring(webCrypto, [key]);
  expect(ring.size).toBe(1);
  ring.dispose();
  expect(ring.size).toBe(0);
  const [nonce, aad, data] = [new Uint8Array(12), new Uint8Array(1), new Uint8Array(40)];
  await expect(ring.encrypt(nonce, aad, data)).rejects.toThrow(EncryptionError);
  await expect(ring.decrypt(data, aad)).rejects.toMatchObject({ reason: 'kAuthenticationFailed' });
  expect(webCrypto.encrypt).not.toHaveBeenCalled();
  expect(webCrypto.decrypt).not.toHaveBeenCalled();
});
