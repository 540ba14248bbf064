/** How encoded values become stored bytes and back, while the core loads and after (PROTOCOL §4). */
import { describe, expect, test } from 'vitest';
import { keyDigest, textDigest } from '../../../js/cache/key-digest.ts';
import { PlainFormat } from '../../../js/cache/plain-format.ts';
import { SealedFormat } from '../../../js/cache/sealed-format.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { CONTAINER_ENVELOPE, CONTAINER_PLAIN } from '../../../js/core/core.ts';
import { EncryptionManagerBase } from '../../../js/core/encryption-manager.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { ConfigurationError, ValueTooLargeError } from '../../../js/errors.ts';
import { FakeCore } from '../../helpers/fake-core.ts';

const VALUE = new Uint8Array(300).fill(7);
const later = async () => loadNodeCore();

describe('entries without encryption', () => {
  test('without compression are the encoded bytes, a copy of the caller’s', async () => {
    const format = new PlainFormat(later, false, 300);
    const given = VALUE.slice();
    const stored = await format.write('k', given);
    given.fill(0);
    expect(stored).toEqual(VALUE);
    expect(format.read('k', VALUE)).toBe(VALUE);
    expect(() => format.read('k', new Uint8Array(301))).toThrow(ValueTooLargeError);
  });

  test.each([
    ['is there', loadNodeCore],
    ['loads', later],
  ])('with compression are envelopes, when the core %s', async (_when, loadCore) => {
    const format = new PlainFormat(loadCore, true, 300);
    const given = VALUE.slice();
    const writing = format.write('k', given);
    // Reused at once, as the codec does.
    given.fill(0);
    const stored = await writing;
    expect(stored[0]).toBe(0x94);
    expect(stored.length).toBeLessThan(100);
    expect(await format.read('k', stored)).toEqual(VALUE);
    const strict = new PlainFormat(loadCore, true, 299);
    await expect((async () => strict.read('k', stored))()).rejects.toThrow(ValueTooLargeError);
  });

  test('answer in the call once the core is there', () => {
    const format = new PlainFormat(loadNodeCore, true, 300);
    const stored = format.write('k', VALUE);
    if (!(stored instanceof Uint8Array)) throw new Error('a promise');
    expect(format.read('k', stored)).toEqual(VALUE);
    expect(new PlainFormat(loadNodeCore, false, 300).write('k', VALUE)).toBeInstanceOf(Uint8Array);
  });

  test('are no secret: secure.wrap is refused', () => {
    const format = new PlainFormat(loadNodeCore, true, 300);
    expect(format.sealed).toBe(false);
    expect(() => format.requireSealed()).toThrow(ConfigurationError);
    format.dispose();
    expect(format.write('k', VALUE)).toBeInstanceOf(Uint8Array);
  });

  test('have keys as sealed ones do', () => {
    const format = new PlainFormat(loadNodeCore, true, 300);
    expect(() => format.validateKey('')).toThrow(ConfigurationError);
    expect(() => format.validateKey('k')).not.toThrow();
  });
});

describe('encrypted entries', () => {
  const core = new FakeCore(({ bytes }) => bytes);
  const open = async (keyPrefix: string, compression: boolean) => {
    const manager = new EncryptionManagerBase(() => core, generateKey());
    await manager.prepare();
    core.calls.length = 0;
    return new SealedFormat(manager, keyPrefix, compression, 1_000);
  };

  test.each([
    [true, CONTAINER_ENVELOPE],
    [false, CONTAINER_PLAIN],
  ])('are bound to prefix, key and container; compression %s', async (compression, container) => {
    const format = await open('app:', compression);
    format.read('k', await format.write('k', VALUE));
    expect(core.calls.map(({ verb, cacheKey, container: was }) => [verb, cacheKey, was])).toEqual([
      ['seal', 'app:k', container],
      ['open', 'app:k', container],
    ]);
    expect(format.sealed).toBe(true);
    expect(() => format.requireSealed()).not.toThrow();
  });

  test('refuse a key by itself, and by what the prefix leaves of the AAD', async () => {
    const format = await open('p'.repeat(60_000), true);
    expect(() => format.validateKey('k')).not.toThrow();
    expect(() => format.validateKey('')).toThrow(ConfigurationError);
    expect(() => format.validateKey('k'.repeat(6_000))).toThrow(ConfigurationError);
    expect(() => Reflect.apply(format.validateKey, format, [5])).toThrow(ConfigurationError);
  });

  test('have room for one byte more where the flag in the AAD is shorter', async () => {
    const [packed, plain] = [await open('', true), await open('', false)];
    let longest = 65_536;
    while (longest > 0) {
      try {
        packed.validateKey('k'.repeat(longest));
        break;
      } catch {
        longest--;
      }
    }
    expect(() => plain.validateKey('k'.repeat(longest))).toThrow(ConfigurationError);
    expect(() => plain.validateKey('k'.repeat(longest - 1))).not.toThrow();
  });

  test('cannot be made or read after dispose', async () => {
    const format = await open('', true);
    format.dispose();
    await expect((async () => format.write('k', VALUE))()).rejects.toMatchObject({
      reason: 'kDisposed',
    });
  });
});

describe('what logs call a key', () => {
  test('is its BLAKE2b-128', async () => {
    expect(textDigest(loadNodeCore)('k')).toMatch(/^[0-9a-f]{32}$/);
    expect(await textDigest(later)('k')).toBe(textDigest(loadNodeCore)('k'));
    expect(keyDigest(loadNodeCore)('k')).toBe(textDigest(loadNodeCore)('k'));
  });

  test('is said to be missing where there is no core yet, or none at all', () => {
    expect(keyDigest(later)('k')).toBe('(core still loading)');
    const digest = keyDigest(() => {
      throw new Error('no core here');
    });
    expect(digest('k')).toBe('(core not loaded)');
  });
});
