import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import sodium from 'libsodium-wrappers';

const NONCE = 12;
const TAG = 16;
const ALGORITHM = 'aes-256-gcm';

/** nonce ‖ ciphertext ‖ tag, sealed and opened by another library. */
export interface Cipher {
  readonly name: string;
  seal(value: Uint8Array): MaybeBytes;
  open(sealed: Uint8Array): MaybeBytes;
}

type MaybeBytes = Uint8Array | Promise<Uint8Array>;

/**
 * What a user would take instead, with AAD of this many bytes. None draws random bytes: each counts
 * its nonces up, which takes less.
 */
export async function otherCiphers(aadBytes: number): Promise<Cipher[]> {
  const key = randomBytes(32);
  const aad = randomBytes(aadBytes);
  await sodium.ready;
  return [
    nodeCrypto(key, aad),
    await webCrypto(key, aad),
    nobleCiphers(key, aad),
    libsodiumWrappers(key, aad),
  ];
}

/** Its key is imported once; it gives what it wrote as one piece, as an entry of a cache is. */
export function nodeCrypto(key: Buffer, aad: Buffer): Cipher {
  const kept = createSecretKey(key);
  const nonces = counter(NONCE);
  return {
    name: 'node:crypto',
    seal(value) {
      const nonce = nonces();
      const cipher = createCipheriv(ALGORITHM, kept, nonce).setAAD(aad);
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv(ALGORITHM, kept, sealed.subarray(0, NONCE)).setAAD(aad);
      decipher.setAuthTag(sealed.subarray(-TAG));
      const value = decipher.update(sealed.subarray(NONCE, -TAG));
      return Buffer.concat([value, decipher.final()]);
    },
  };
}

async function webCrypto(key: Buffer, aad: Buffer): Promise<Cipher> {
  const usages: KeyUsage[] = ['encrypt', 'decrypt'];
  const raw = Uint8Array.from(key);
  const kept = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, usages);
  const nonces = counter(NONCE);
  const additionalData = Uint8Array.from(aad);
  return {
    name: 'WebCrypto',
    async seal(value) {
      const iv = nonces();
      const parameters = { name: 'AES-GCM', iv, additionalData };
      return Buffer.concat([
        iv,
        new Uint8Array(await crypto.subtle.encrypt(parameters, kept, new Uint8Array(value))),
      ]);
    },
    async open(sealed) {
      const iv = sealed.slice(0, NONCE);
      const parameters = { name: 'AES-GCM', iv: new Uint8Array(iv), additionalData };
      const rest = new Uint8Array(sealed.subarray(NONCE));
      return new Uint8Array(await crypto.subtle.decrypt(parameters, kept, rest));
    },
  };
}

function nobleCiphers(key: Buffer, aad: Buffer): Cipher {
  const nonces = counter(NONCE);
  return {
    name: '@noble/ciphers',
    seal(value) {
      const nonce = nonces();
      return Buffer.concat([nonce, gcm(key, nonce, aad).encrypt(value)]);
    },
    open(sealed) {
      return gcm(key, sealed.subarray(0, NONCE), aad).decrypt(sealed.subarray(NONCE));
    },
  };
}

/** Its JavaScript build has no AES: XChaCha20-Poly1305 is what it offers for the same purpose. */
function libsodiumWrappers(key: Buffer, aad: Buffer): Cipher {
  const size = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
  const nonces = counter(size);
  return {
    name: 'libsodium-wrappers (XChaCha20)',
    seal(value) {
      const nonce = nonces();
      const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
        value,
        aad,
        null,
        nonce,
        key,
      );
      return Buffer.concat([nonce, sealed]);
    },
    open(sealed) {
      return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        null,
        sealed.subarray(size),
        aad,
        sealed.subarray(0, size),
        key,
      );
    },
  };
}

/** Nonces that never repeat, in the same memory each time. */
function counter(size: number): () => Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(size);
  const view = new DataView(nonce.buffer);
  let next = 0;
  return () => {
    view.setUint32(0, next++);
    return nonce;
  };
}
