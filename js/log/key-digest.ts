/** BLAKE2b-128 of bytes as 32 hex digits, e.g. `(bytes) => core.blake2bHex(bytes, 16)`. */
export type ShortHash = (data: Uint8Array) => string;

/** What logs and spans call a key. Equal keys have equal digests; the key cannot be read from one. */
export type KeyDigest = (key: string) => string;

const encoder = new TextEncoder();

export function keyDigest(hash: ShortHash): KeyDigest {
  return (key) => hash(encoder.encode(key));
}
