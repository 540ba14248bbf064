/** The 14 bytes before the payload of a cache file (PROTOCOL §11). */

export const FILE_HEADER_BYTES = 14;

const VERSION = 1;
/** Offsets: "CK", version, reserved, flags, expiry. */
const AT_VERSION = 2;
const AT_RESERVED = 3;
const AT_FLAGS = 4;
export const AT_EXPIRY = 6;

/** `preserve`: written by a later version. A miss, but the file must stay exactly as it is. */
export type FileState = 'live' | 'expired' | 'corrupt' | 'preserve';

/**
 * Writes the header at the front of `file`.
 * @param expiry whole seconds since the epoch, 0 for never
 */
export function writeFileHeader(file: Uint8Array, expiry: number): void {
  const view = new DataView(file.buffer, file.byteOffset, FILE_HEADER_BYTES);
  view.setUint16(0, 0x434b);
  view.setUint8(AT_VERSION, VERSION);
  view.setUint8(AT_RESERVED, 0);
  view.setUint16(AT_FLAGS, 0);
  view.setBigUint64(AT_EXPIRY, BigInt(expiry));
}

/**
 * What to do with a file, by its first bytes. Reserved and flags come before the expiry (FILE-2,
 * FILE-3), and, as far as they are there, before the length: nobody may remove a file he does not
 * understand because it is also old or short.
 * @param nowSeconds since the epoch, fractions allowed; the entry is gone when it reaches the expiry
 */
export function fileState(header: Uint8Array, nowSeconds: number): FileState {
  if (header[0] !== 0x43 || header[1] !== 0x4b || header[AT_VERSION] !== VERSION) return 'corrupt';
  if (header.subarray(AT_RESERVED, AT_EXPIRY).some((byte) => byte !== 0)) return 'preserve';
  if (header.length < FILE_HEADER_BYTES) return 'corrupt';
  const expiry = headerExpiry(header);
  return expiry !== 0 && nowSeconds >= expiry ? 'expired' : 'live';
}

/** Whole seconds since the epoch, 0 for never; of a header that is there in full. */
export function headerExpiry(header: Uint8Array): number {
  return Number(new DataView(header.buffer, header.byteOffset).getBigUint64(AT_EXPIRY));
}

/** What stands from `AT_EXPIRY` on in the header of a file with another expiry. */
export function expiryField(expiry: number): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_BYTES - AT_EXPIRY);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(expiry));
  return bytes;
}

/** The deadline of an entry written now: whole seconds, rounded up, so never 0 for a finite TTL. */
export function fileExpiry(nowMs: number, ttlSeconds: number | undefined): number {
  return ttlSeconds === undefined ? 0 : Math.ceil((nowMs + ttlSeconds * 1000) / 1000);
}
