/** xxHash3-64 with seed 0: the checksum of an envelope (PROTOCOL §3.1). */
import { bigEndian } from './bytes.ts';
import { xxh3Above240 } from './xxh3-long.ts';
import { avalanche, mix16, prime64, times } from './xxh3-parts.ts';
import { xxh3UpTo16 } from './xxh3-short.ts';

/** The hash as the eight big-endian bytes that an envelope carries. */
export function checksum(data: Uint8Array): Uint8Array {
  return bigEndian(xxh3(data), 8);
}

export function xxh3(data: Uint8Array): bigint {
  if (data.length <= 16) return xxh3UpTo16(data);
  if (data.length <= 128) return upTo128(data);
  if (data.length <= 240) return upTo240(data);
  return xxh3Above240(data);
}

function upTo128(data: Uint8Array): bigint {
  const size = data.length;
  let sum = times(BigInt(size), prime64[0]);
  const pairs = Math.floor((size - 1) / 32);
  for (let i = pairs; i >= 0; i--) {
    sum += mix16(data, 16 * i, 32 * i);
    sum += mix16(data, size - 16 * (i + 1), 32 * i + 16);
  }
  return avalanche(sum);
}

function upTo240(data: Uint8Array): bigint {
  const size = data.length;
  const rounds = Math.floor(size / 16);
  let sum = times(BigInt(size), prime64[0]);
  for (let i = 0; i < 8; i++) sum += mix16(data, 16 * i, 16 * i);
  sum = avalanche(sum);
  for (let i = 8; i < rounds; i++) sum += mix16(data, 16 * i, 16 * (i - 8) + 3);
  sum += mix16(data, size - 16, 136 - 17);
  return avalanche(sum);
}
