/** XXH3-64 of more than 240 bytes: stripes of 64 bytes, blocks of 16 stripes. */
import {
  avalanche,
  mask32,
  mask64,
  multiplyAndFold,
  prime32,
  prime64,
  read64,
  secret,
  times,
  xorShift,
} from './xxh3-parts.ts';

const stripeBytes = 64;
const blockBytes = 16 * stripeBytes;
const lastSecret = secret.length - stripeBytes;

export function xxh3Above240(data: Uint8Array): bigint {
  const lanes: bigint[] = [
    prime32[2],
    prime64[0],
    prime64[1],
    prime64[2],
    prime64[3],
    prime32[1],
    prime64[4],
    prime32[0],
  ];
  // The last byte always belongs to the final stripe, hence the - 1.
  const blocks = Math.floor((data.length - 1) / blockBytes);
  for (let block = 0; block < blocks; block++) {
    for (let stripe = 0; stripe < 16; stripe++) {
      accumulate(lanes, data, block * blockBytes + stripe * stripeBytes, 8 * stripe);
    }
    scramble(lanes);
  }
  const start = blocks * blockBytes;
  const stripes = Math.floor((data.length - 1 - start) / stripeBytes);
  for (let stripe = 0; stripe < stripes; stripe++) {
    accumulate(lanes, data, start + stripe * stripeBytes, 8 * stripe);
  }
  accumulate(lanes, data, data.length - stripeBytes, lastSecret - 7);
  return merge(lanes, times(BigInt(data.length), prime64[0]));
}

function accumulate(lanes: bigint[], data: Uint8Array, at: number, secretAt: number): void {
  for (let i = 0; i < 8; i++) {
    const word = read64(data, at + 8 * i);
    const keyed = word ^ read64(secret, secretAt + 8 * i);
    lanes[i ^ 1] = (lane(lanes, i ^ 1) + word) & mask64;
    lanes[i] = (lane(lanes, i) + (keyed & mask32) * (keyed >> 32n)) & mask64;
  }
}

function scramble(lanes: bigint[]): void {
  for (let i = 0; i < 8; i++) {
    const mixed = xorShift(lane(lanes, i), 47n) ^ read64(secret, lastSecret + 8 * i);
    lanes[i] = times(mixed, prime32[0]);
  }
}

function merge(lanes: readonly bigint[], start: bigint): bigint {
  let sum = start;
  for (let i = 0; i < 4; i++) {
    sum += multiplyAndFold(
      lane(lanes, 2 * i) ^ read64(secret, 11 + 16 * i),
      lane(lanes, 2 * i + 1) ^ read64(secret, 19 + 16 * i),
    );
  }
  return avalanche(sum);
}

function lane(lanes: readonly bigint[], at: number): bigint {
  const value = lanes[at];
  if (value === undefined) throw new RangeError(`no lane ${at}`);
  return value;
}
