/** Files of the File backend (PROTOCOL §11). */
import { blake2bHex } from './blake2b.ts';
import { bigEndian, byteAt, concat, readBigEndian, utf8 } from './bytes.ts';

const headerBytes = 14;

export type CacheFileReading =
  | { readonly action: 'return_payload'; readonly payload: Uint8Array }
  | { readonly action: 'miss_expired' | 'miss_preserve' | 'miss_corrupt' };

export function cacheFileName(key: string): string {
  return blake2bHex(utf8(key), 16);
}

/** `expirySeconds` is unix time; 0 never expires. */
export function writeCacheFile(payload: Uint8Array, expirySeconds: number): Uint8Array {
  return concat(
    Uint8Array.of(0x43, 0x4b, 0x01, 0x00, 0x00, 0x00),
    bigEndian(expirySeconds, 8),
    payload,
  );
}

export function readCacheFile(file: Uint8Array, nowSeconds: number): CacheFileReading {
  if (file.length < headerBytes) return { action: 'miss_corrupt' };
  if (byteAt(file, 0) !== 0x43 || byteAt(file, 1) !== 0x4b || byteAt(file, 2) !== 0x01) {
    return { action: 'miss_corrupt' };
  }
  // Before the expiry: a file of a later format is not ours to judge, let alone to remove.
  if (byteAt(file, 3) !== 0 || readBigEndian(file, 4, 2) !== 0n) {
    return { action: 'miss_preserve' };
  }
  const expiry = readBigEndian(file, 6, 8);
  if (expiry !== 0n && BigInt(nowSeconds) >= expiry) return { action: 'miss_expired' };
  return { action: 'return_payload', payload: file.slice(headerBytes) };
}
