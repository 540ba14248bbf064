/** XXH3-64 of at most 16 bytes: one formula per length class. */
import { byteAt } from './bytes.ts';
import {
  avalanche,
  avalanche64,
  mask64,
  multiplyAndFold,
  read32,
  read64,
  secret,
  times,
  xorShift,
} from './xxh3-parts.ts';

export function xxh3UpTo16(data: Uint8Array): bigint {
  if (data.length === 0) return avalanche64(read64(secret, 56) ^ read64(secret, 64));
  if (data.length <= 3) return oneToThree(data);
  if (data.length <= 8) return fourToEight(data);
  return nineToSixteen(data);
}

function oneToThree(data: Uint8Array): bigint {
  const size = data.length;
  const first = BigInt(byteAt(data, 0));
  const middle = BigInt(byteAt(data, size >> 1));
  const last = BigInt(byteAt(data, size - 1));
  const combined = (first << 16n) | (middle << 24n) | last | (BigInt(size) << 8n);
  return avalanche64(combined ^ read32(secret, 0) ^ read32(secret, 4));
}

function fourToEight(data: Uint8Array): bigint {
  const joined = read32(data, data.length - 4) + (read32(data, 0) << 32n);
  const keyed = joined ^ read64(secret, 8) ^ read64(secret, 16);
  const turned = keyed ^ rotateLeft(keyed, 49n) ^ rotateLeft(keyed, 24n);
  const once = times(turned, 0x9fb21c651e98df25n);
  const sized = once ^ ((once >> 35n) + BigInt(data.length));
  return xorShift(times(sized, 0x9fb21c651e98df25n), 28n);
}

function nineToSixteen(data: Uint8Array): bigint {
  const low = read64(data, 0) ^ read64(secret, 24) ^ read64(secret, 32);
  const high = read64(data, data.length - 8) ^ read64(secret, 40) ^ read64(secret, 48);
  const sum = BigInt(data.length) + swapBytes(low) + high + multiplyAndFold(low, high);
  return avalanche(sum);
}

function rotateLeft(value: bigint, bits: bigint): bigint {
  return ((value << bits) | (value >> (64n - bits))) & mask64;
}

function swapBytes(value: bigint): bigint {
  let out = 0n;
  for (let i = 0n; i < 8n; i++) out = (out << 8n) | ((value >> (8n * i)) & 0xffn);
  return out;
}
