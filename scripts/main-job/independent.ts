import { aad } from '../../test/reference/aad.ts';
import { openBytes, sealBytes } from '../../test/reference/cipher.ts';
import { deriveKey } from '../../test/reference/key-derivation.ts';

/**
 * What a sealed entry must look like if the core is right, by the slow reference: node:crypto and hand
 * arithmetic, nothing of js/ or shared/.
 */
export class IndependentCheck {
  readonly #key: Uint8Array;
  readonly #tenantId: string;

  constructor(masterKeyHex: string, tenantId: string) {
    this.#key = deriveKey(Buffer.from(masterKeyHex, 'hex'), 'encryption', tenantId);
    this.#tenantId = tenantId;
  }

  /** The plaintext if the blob is authentic under the reference's own AAD, else `null`. */
  open(blob: Uint8Array, cacheKey: string): Uint8Array | null {
    try {
      return openBytes(this.#key, aad(this.#tenantId, cacheKey, true), blob);
    } catch {
      return null;
    }
  }

  /** The blob that node:crypto makes of a plaintext for a given nonce. */
  seal(plaintext: Uint8Array, nonce: Uint8Array, cacheKey: string): Uint8Array {
    return sealBytes(this.#key, nonce, aad(this.#tenantId, cacheKey, true), plaintext);
  }
}
