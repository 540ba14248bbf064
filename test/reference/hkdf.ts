/** HKDF-SHA256 as RFC 5869 writes it, from HMAC. */
import { createHmac } from 'node:crypto';
import { concat } from './bytes.ts';

export function hkdfSha256(
  ikm: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Uint8Array {
  const prk = hmac(salt, ikm);
  let okm: Uint8Array = new Uint8Array(0);
  let block: Uint8Array = new Uint8Array(0);
  for (let counter = 1; okm.length < length; counter++) {
    block = hmac(prk, concat(block, info, Uint8Array.of(counter)));
    okm = concat(okm, block);
  }
  return okm.slice(0, length);
}

function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(data).digest());
}
