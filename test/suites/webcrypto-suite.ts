/**
 * What the WebAssembly core relies on in the platform's WebCrypto: it has its own copy of every byte
 * when a call returns. Run wherever the core runs.
 */
import { describe, expect, test } from 'vitest';
import { gcm, platformWebCrypto } from '../../js/core/webcrypto.ts';

const SIZES = [0, 1, 100, 4096, 1_000_000];

export function webCryptoSuite(platform: string): void {
  const webCrypto = platformWebCrypto();

  describe(`WebCrypto in ${platform} copies in the call`, () => {
    test('the key it imports', async () => {
      const raw = new Uint8Array(32).fill(7);
      const imported = webCrypto.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
      raw.fill(0);
      const sealed = await sealWith(await imported, new Uint8Array(64).fill(1));
      const expected = await sealWith(await keyOf(7), new Uint8Array(64).fill(1));
      expect(sealed).toEqual(expected);
      expect(sealed).not.toEqual(await sealWith(await keyOf(0), new Uint8Array(64).fill(1)));
    });

    test.each(SIZES)('nonce, AAD and %i bytes of plaintext', async (size) => {
      const key = await keyOf(9);
      const window = new Uint8Array(size + 200).fill(5);
      const pending = webCrypto.encrypt(
        gcm(window.subarray(0, 12), window.subarray(12, 100)),
        key,
        window.subarray(100, 100 + size),
      );
      window.fill(0xff);
      const untouched = new Uint8Array(size + 200).fill(5);
      const expected = await webCrypto.encrypt(
        gcm(untouched.subarray(0, 12), untouched.subarray(12, 100)),
        key,
        untouched.subarray(100, 100 + size),
      );
      expect(await digest(await pending)).toEqual(await digest(expected));
    });

    test('nonce, AAD and ciphertext to decrypt', async () => {
      const key = await keyOf(9);
      const plaintext = new Uint8Array(5000).fill(3);
      const nonce = new Uint8Array(12).fill(1);
      const aad = new Uint8Array(40).fill(2);
      const sealed = new Uint8Array(await webCrypto.encrypt(gcm(nonce, aad), key, plaintext));
      const pending = webCrypto.decrypt(gcm(nonce, aad), key, sealed);
      for (const bytes of [nonce, aad, sealed]) bytes.fill(0xff);
      expect(new Uint8Array(await pending)).toEqual(plaintext);
    });
  });

  function keyOf(byte: number): Promise<CryptoKey> {
    const raw = new Uint8Array(32).fill(byte);
    return webCrypto.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  }

  async function sealWith(
    key: CryptoKey,
    plaintext: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const parameters = gcm(new Uint8Array(12), new Uint8Array(0));
    return new Uint8Array(await webCrypto.encrypt(parameters, key, plaintext));
  }

  async function digest(bytes: ArrayBuffer): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  }
}
