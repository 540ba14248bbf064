import { coreError, ERROR_AUTHENTICATION_FAILED } from './core-error.ts';
import { gcm, isAuthenticationFailure, type WebCrypto, webCryptoError } from './webcrypto.ts';

const NONCE_BYTES = 12;

/** The encryption keys of a tenant as WebCrypto holds them: current first, the others only open. */
export class CryptoKeyring {
  readonly #webCrypto: WebCrypto;
  readonly #opens: number[];
  #keys: readonly CryptoKey[];

  constructor(webCrypto: WebCrypto, keys: readonly CryptoKey[]) {
    this.#webCrypto = webCrypto;
    this.#keys = keys;
    this.#opens = keys.map(() => 0);
  }

  get size(): number {
    return this.#keys.length;
  }

  /** How many entries each key opened so far. */
  get opens(): readonly number[] {
    return [...this.#opens];
  }

  /** Ciphertext ‖ tag. All bytes are read before the method returns. */
  async encrypt(
    nonce: Uint8Array<ArrayBuffer>,
    aad: Uint8Array<ArrayBuffer>,
    plaintext: Uint8Array<ArrayBuffer>,
  ): Promise<ArrayBuffer> {
    const [current] = this.#keys;
    try {
      if (current === undefined) throw new Error('the keyring is empty');
      return await this.#webCrypto.encrypt(gcm(nonce, aad), current, plaintext);
    } catch (error) {
      throw webCryptoError('encryption', error);
    }
  }

  /**
   * The plaintext of nonce ‖ ciphertext ‖ tag. Every key sees the same AAD, and only an authentication
   * failure moves on to the next (PROTOCOL §6.6). With one key, all bytes are read before the method
   * returns.
   */
  async decrypt(blob: Uint8Array<ArrayBuffer>, aad: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    const parameters = gcm(blob.subarray(0, NONCE_BYTES), aad);
    const sealed = blob.subarray(NONCE_BYTES);
    for (const [index, key] of this.#keys.entries()) {
      try {
        const plaintext = await this.#webCrypto.decrypt(parameters, key, sealed);
        this.#opens[index] = (this.#opens[index] ?? 0) + 1;
        return plaintext;
      } catch (error) {
        if (!isAuthenticationFailure(error)) throw webCryptoError('decryption', error);
      }
    }
    throw coreError(ERROR_AUTHENTICATION_FAILED);
  }

  /** Drops the keys. An operation under way ends with those it has. */
  dispose(): void {
    this.#keys = [];
  }
}
