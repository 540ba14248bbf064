/**
 * What the encryption manager does with bad input and at the end of its life, on any core. Runs in
 * Node and in workerd, so it imports nothing of Node.
 */
import { describe, expect, test } from 'vitest';
import { generateKey } from '../../js/config/generate-key.ts';
import { CONTAINER_ENVELOPE } from '../../js/core/core.ts';
import type { EncryptionManagerBase } from '../../js/core/encryption-manager.ts';
import { CachekitError, ConfigurationError, EncryptionError } from '../../js/errors.ts';

export type MakeManager = (
  masterKey: string,
  tenantId?: string,
  previous?: readonly string[],
) => EncryptionManagerBase;

const KEY = 'user:1';
const SECRET = 'SECRET-PLAINTEXT';
const VERBS = ['encrypt', 'encryptNow', 'decrypt', 'decryptNow'] as const;

export function managerSuite(name: string, makeManager: MakeManager): void {
  describe(`${name}: bad input`, () => {
    const masterKey = generateKey();

    test.each(badBytes())(
      'refuses %s on every path, before and after derivation',
      async (_what, make) => {
        for (const manager of [makeManager(masterKey), await ready(masterKey)]) {
          for (const verb of VERBS) {
            const error = await failure(() => Reflect.apply(manager[verb], manager, [make(), KEY]));
            expect(error).toBeInstanceOf(ConfigurationError);
          }
        }
      },
    );

    test.each([
      ['an empty key', ''],
      ['a lone surrogate', 'user:\ud83d'],
      ['a key beyond the AAD', 'k'.repeat(65_530)],
      ['a number', 5],
      ['null', null],
      ['a String object', Object('text')],
    ])('refuses %s as cache key', async (_what, key) => {
      const data = new TextEncoder().encode(SECRET);
      for (const manager of [makeManager(masterKey), await ready(masterKey)]) {
        for (const verb of VERBS) {
          const error = await failure(() => Reflect.apply(manager[verb], manager, [data, key]));
          expect(error).toBeInstanceOf(ConfigurationError);
          expect(describeError(error)).not.toContain(SECRET);
        }
      }
    });

    test('refuses a ciphertext of every length that cannot be one', async () => {
      const manager = await ready(masterKey);
      for (let size = 0; size < 29; size++) {
        const error = await failure(() => manager.decryptNow(new Uint8Array(size), KEY));
        expect(error).toBeInstanceOf(EncryptionError);
      }
    });

    test('no error holds key or plaintext', async () => {
      const manager = await ready(masterKey);
      const sealed = await manager.encrypt(new TextEncoder().encode(SECRET), KEY);
      sealed[12] = (sealed[12] ?? 0) ^ 1;
      const error = await failure(() => manager.decryptNow(sealed, KEY));
      expect(describeError(error)).not.toContain(SECRET);
      expect(describeError(error)).not.toContain(masterKey);
    });

    test('two keys that share their replaced UTF-8 never share an entry', async () => {
      const manager = await ready(masterKey);
      const sealed = await manager.encrypt(new Uint8Array(4), 'a\ufffd');
      const error = await failure(() => manager.decrypt(sealed, 'a\ud800'));
      expect(error).toBeInstanceOf(ConfigurationError);
    });
  });

  describe(`${name}: what a subclass of Uint8Array redefines`, () => {
    test.each(subclasses())('does not matter: %s', async (_what, make) => {
      const genuine = Uint8Array.from({ length: 90_000 }, (_, at) => at % 251);
      for (const manager of [makeManager(generateKey()), await ready(generateKey())]) {
        const given = make(genuine);
        const sealed = await manager.encrypt(given, KEY);
        expect(await manager.decrypt(make(sealed), KEY)).toEqual(genuine);
        // Left as it was, and the core of everybody else with it.
        expect(new Uint8Array(given)).toEqual(genuine);
        const packed = await manager.sealNow(make(genuine), KEY, CONTAINER_ENVELOPE);
        expect(await manager.openNow(packed, KEY, CONTAINER_ENVELOPE, 90_000)).toEqual(genuine);
      }
    });

    test.each(subclasses())(
      'may be reused as soon as the call returns: %s',
      async (_what, make) => {
        const genuine = new Uint8Array(500).fill(3);
        for (const manager of [makeManager(generateKey()), await ready(generateKey())]) {
          const given = make(genuine);
          const sealing = manager.encrypt(given, KEY);
          Uint8Array.prototype.fill.call(given, 9);
          expect(await manager.decrypt(await sealing, KEY)).toEqual(genuine);
        }
      },
    );
  });

  describe(`${name}: life of a manager`, () => {
    test('seals empty and large data, and counts nonces', async () => {
      const manager = await ready(generateKey());
      const before = manager.getEncryptionCount();
      for (const size of [0, 1, 100, 70_000, 3_000_000]) {
        const data = new Uint8Array(size).fill(size % 251);
        const sealed = await manager.encrypt(data, KEY);
        expect(sealed.length).toBe(size + 28);
        expect(await manager.decrypt(sealed, KEY)).toEqual(data);
      }
      expect(manager.getEncryptionCount()).toBe(before + 5);
    });

    test('results are the caller’s: later calls do not change them', async () => {
      const manager = await ready(generateKey());
      const first = await manager.encrypt(new Uint8Array(50).fill(1), KEY);
      const copy = first.slice();
      for (let i = 0; i < 3000; i++) await manager.encrypt(new Uint8Array(50).fill(i % 256), KEY);
      expect(first).toEqual(copy);
    });

    test('no two sealed entries share a nonce, over managers of one key too', async () => {
      const masterKey = generateKey();
      const managers = await Promise.all([ready(masterKey), ready(masterKey), ready(masterKey)]);
      const nonces = new Set<string>();
      for (let i = 0; i < 200; i++) {
        for (const manager of managers) {
          const sealed = await manager.encrypt(new Uint8Array(1), KEY);
          nonces.add(sealed.subarray(0, 12).join());
        }
      }
      expect(nonces.size).toBe(600);
    });

    test('tells which keyring entry opened', async () => {
      const [current, old, older] = [generateKey(), generateKey(), generateKey()];
      const sealed = await (await ready(older)).encrypt(new Uint8Array(3), KEY);
      const rotated = makeManager(current, undefined, [old, older]);
      await rotated.prepare();
      await rotated.decrypt(sealed, KEY);
      await rotated.decrypt(await rotated.encrypt(new Uint8Array(3), KEY), KEY);
      expect(rotated.getOpensByKey()).toEqual([1, 0, 1]);
    });

    test('the fingerprint names key and tenant', async () => {
      const masterKey = '61'.repeat(32);
      const manager = makeManager(masterKey);
      expect(manager.getKeyFingerprint()).toBeNull();
      await manager.prepare();
      expect(manager.getKeyFingerprint()).toBe('52d54c97f8e5efaa5bdf58a301f92726');
      const other = makeManager(masterKey, 'cross-sdk-test');
      await other.prepare();
      expect(other.getKeyFingerprint()).toBe('96179a9bc881aa7ca83f04b78a66afd3');
    });

    test('authenticates before and after derivation, and reads its input in the call', async () => {
      const [masterKey, next] = [generateKey(), generateKey()];
      const message = new Uint8Array(20).fill(1);
      const early = makeManager(masterKey);
      const pending = early.authenticateNow(message);
      message.fill(9);
      const mac = await pending;
      message.fill(1);
      expect(await early.authenticateNow(message)).toEqual(mac);
      expect(await makeManager(masterKey).verifyNow(message, mac)).toBe(true);
      expect(await makeManager(next, undefined, [masterKey]).verifyNow(message, mac)).toBe(true);
      expect(await makeManager(next).verifyNow(message, mac)).toBe(false);
      expect(
        await failure(() => Reflect.apply(early.authenticateNow, early, ['text'])),
      ).toBeInstanceOf(ConfigurationError);
      early.dispose();
      expect(await failure(() => early.authenticateNow(message))).toBeInstanceOf(EncryptionError);
      expect(await failure(() => early.verifyNow(message, mac))).toBeInstanceOf(EncryptionError);
    });

    test('A24: after dispose every path rejects alike', async () => {
      const manager = await ready(generateKey());
      manager.dispose();
      const errors = [];
      for (const verb of VERBS) {
        errors.push(await failure(() => manager[verb](new Uint8Array(40), KEY)));
      }
      expect(new Set(errors.map(describeError)).size).toBe(1);
      expect(errors[0]).toBeInstanceOf(EncryptionError);
    });
  });

  async function ready(masterKey: string): Promise<EncryptionManagerBase> {
    const manager = makeManager(masterKey);
    await manager.prepare();
    return manager;
  }
}

function badBytes(): [string, () => unknown][] {
  const table: [string, () => unknown][] = [
    ['undefined', () => undefined],
    ['null', () => null],
    ['a string', () => SECRET],
    ['an ArrayBuffer', () => new ArrayBuffer(40)],
    ['a DataView', () => new DataView(new ArrayBuffer(40))],
    ['another typed array', () => new Uint16Array(40)],
    ['an array', () => [1, 2, 3]],
    [
      'an object posing as one',
      () => ({ [Symbol.toStringTag]: 'Uint8Array', length: 40, buffer: new ArrayBuffer(40) }),
    ],
    ['an object with the prototype of one', () => Object.create(Uint8Array.prototype)],
    ['a detached array', detached],
    ['an array beyond the end of its resized memory', outOfBounds],
  ];
  if (typeof SharedArrayBuffer === 'function') {
    table.push(['shared memory', () => new Uint8Array(new SharedArrayBuffer(40))]);
  }
  return table;
}

/** Of copies, so that each test has bytes of its own. */
function subclasses(): [string, (bytes: Uint8Array) => Uint8Array][] {
  class Shorter extends Uint8Array<ArrayBuffer> {
    override get length(): number {
      return 1;
    }
  }
  class Longer extends Uint8Array<ArrayBuffer> {
    override get length(): number {
      return 200_000;
    }
  }
  class Elsewhere extends Uint8Array<ArrayBuffer> {
    override get buffer(): ArrayBuffer {
      return new ArrayBuffer(8);
    }
    override get byteOffset(): number {
      return 4;
    }
  }
  class SharingSlices extends Uint8Array<ArrayBuffer> {
    override slice(): Uint8Array<ArrayBuffer> {
      return new Uint8Array(this.buffer);
    }
    override subarray(): Uint8Array<ArrayBuffer> {
      return new Uint8Array(3);
    }
  }
  return [
    ['a shorter length', (bytes) => new Shorter(bytes.slice().buffer)],
    ['a longer length', (bytes) => new Longer(bytes.slice().buffer)],
    ['another buffer', (bytes) => new Elsewhere(bytes.slice().buffer)],
    [
      'slices of the same memory, as of a Buffer',
      (bytes) => new SharingSlices(bytes.slice().buffer),
    ],
  ];
}

function detached(): Uint8Array {
  const bytes = new Uint8Array(40);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

function outOfBounds(): Uint8Array {
  const memory = new ArrayBuffer(80, { maxByteLength: 80 });
  const bytes = new Uint8Array(memory, 40, 40);
  memory.resize(10);
  return bytes;
}

async function failure(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
}

/** All that a log line could show of an error. */
function describeError(error: unknown): string {
  if (!(error instanceof CachekitError)) return String(error);
  const { name, code, reason, message, cause } = error;
  return [name, code, reason, message, describeError(cause)].join(' | ');
}
