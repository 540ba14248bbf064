/** The sealed blob, nonce ‖ ciphertext ‖ tag, by node:crypto (PROTOCOL §6.1). */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { concat } from './bytes.ts';
import { refuse } from './protocol-error.ts';

export const sealOverhead = 28;

export function sealBytes(
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  plaintext: Uint8Array,
): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  return concat(nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag());
}

export function openBytes(key: Uint8Array, aad: Uint8Array, blob: Uint8Array): Uint8Array {
  if (blob.length < sealOverhead) refuse('kBlobTooShort');
  const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, 12), { authTagLength: 16 })
    .setAAD(aad)
    .setAuthTag(blob.subarray(-16));
  const plaintext = decipher.update(blob.subarray(12, -16));
  try {
    return concat(plaintext, decipher.final());
  } catch {
    return refuse('kAuthenticationFailed');
  }
}
