import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** nonce ‖ ciphertext ‖ tag, as who has no cache would write it. */
export function sealWithNode(
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  value: Uint8Array,
): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(aad);
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
}

export function openWithNode(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES)).setAAD(aad);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const value = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([value, decipher.final()]);
}
