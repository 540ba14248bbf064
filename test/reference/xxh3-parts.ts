/** Constants and mixers of XXH3 (xxHash specification, seed 0), in BigInt arithmetic. */
import { fromHex } from './bytes.ts';

export const mask64 = (1n << 64n) - 1n;
export const mask32 = (1n << 32n) - 1n;

export const prime32 = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn] as const;
export const prime64 = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;

/** The default secret, 192 bytes. */
export const secret = fromHex(
  'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f' +
    'cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c' +
    '3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8' +
    'a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364' +
    'eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e' +
    '2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e',
);

export function read64(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 8).getBigUint64(0, true);
}

export function read32(bytes: Uint8Array, at: number): bigint {
  return BigInt(new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true));
}

/** The two halves of the 128-bit product, folded by xor. */
export function multiplyAndFold(a: bigint, b: bigint): bigint {
  const product = a * b;
  return (product & mask64) ^ (product >> 64n);
}

export function xorShift(value: bigint, bits: bigint): bigint {
  return value ^ (value >> bits);
}

export function times(a: bigint, b: bigint): bigint {
  return (a * b) & mask64;
}

export function avalanche(value: bigint): bigint {
  return xorShift(times(xorShift(value & mask64, 37n), 0x165667919e3779f9n), 32n);
}

/** The finisher of the older XXH64, which XXH3 keeps for 0 … 3 bytes. */
export function avalanche64(value: bigint): bigint {
  const once = times(xorShift(value, 33n), prime64[1]);
  return xorShift(times(xorShift(once, 29n), prime64[2]), 32n);
}

/** 16 bytes of input against 16 bytes of secret. */
export function mix16(data: Uint8Array, at: number, secretAt: number): bigint {
  return multiplyAndFold(
    read64(data, at) ^ read64(secret, secretAt),
    read64(data, at + 8) ^ read64(secret, secretAt + 8),
  );
}
