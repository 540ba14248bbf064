/** "CK" and the version of a Python frame (PROTOCOL §5). */
export const FRAME_MAGIC = [0x43, 0x4b, 0x03];
/** "CK" and the version of a cache file (PROTOCOL §11). */
export const FILE_MAGIC = [0x43, 0x4b, 0x01];
/** A byte that MessagePack never uses, and the version (PROTOCOL §9). */
export const CONTAINER_MAGIC = [0xc1, 0x02];

export function beginsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}
