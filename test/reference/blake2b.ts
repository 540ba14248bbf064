/** Unkeyed BLAKE2b (RFC 7693) in BigInt arithmetic. */
import { hex, readLittleEndian } from './bytes.ts';

const mask = (1n << 64n) - 1n;
const blockBytes = 128;

const iv: readonly bigint[] = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** Which message word each half-step of a round takes (RFC 7693 §2.7), one hex digit each. */
const sigma = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
  '0123456789abcdef',
  'ea489fd61c02b753',
];

/** The four columns, then the four diagonals. */
const quarters: readonly (readonly [number, number, number, number])[] = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

export function blake2b(data: Uint8Array, digestBytes: number): Uint8Array {
  const state = [...iv];
  // Parameter block: digest length, no key, fanout 1, depth 1.
  state[0] = word(state, 0) ^ 0x01010000n ^ BigInt(digestBytes);
  const blocks = Math.max(1, Math.ceil(data.length / blockBytes));
  for (let i = 0; i < blocks; i++) {
    const block = new Uint8Array(blockBytes);
    block.set(data.subarray(i * blockBytes, (i + 1) * blockBytes));
    const last = i === blocks - 1;
    compress(state, block, BigInt(last ? data.length : (i + 1) * blockBytes), last);
  }
  const digest = new Uint8Array(digestBytes);
  for (let i = 0; i < digestBytes; i++) {
    digest[i] = Number((word(state, i >> 3) >> BigInt(8 * (i & 7))) & 0xffn);
  }
  return digest;
}

export function blake2bHex(data: Uint8Array, digestBytes: number): string {
  return hex(blake2b(data, digestBytes));
}

function compress(state: bigint[], block: Uint8Array, counter: bigint, last: boolean): void {
  const message = Array.from({ length: 16 }, (_, i) => readLittleEndian(block, 8 * i, 8));
  const v = [...state, ...iv];
  v[12] = word(v, 12) ^ (counter & mask);
  v[13] = word(v, 13) ^ (counter >> 64n);
  if (last) v[14] = word(v, 14) ^ mask;
  for (const order of sigma) {
    quarters.forEach((quarter, i) => {
      const x = Number.parseInt(order.charAt(2 * i), 16);
      const y = Number.parseInt(order.charAt(2 * i + 1), 16);
      mix(v, quarter, word(message, x), word(message, y));
    });
  }
  for (let i = 0; i < 8; i++) state[i] = word(state, i) ^ word(v, i) ^ word(v, i + 8);
}

function mix(
  v: bigint[],
  [a, b, c, d]: readonly [number, number, number, number],
  x: bigint,
  y: bigint,
): void {
  const half = (input: bigint, dTurn: bigint, bTurn: bigint): void => {
    v[a] = (word(v, a) + word(v, b) + input) & mask;
    v[d] = rotateRight(word(v, d) ^ word(v, a), dTurn);
    v[c] = (word(v, c) + word(v, d)) & mask;
    v[b] = rotateRight(word(v, b) ^ word(v, c), bTurn);
  };
  half(x, 32n, 24n);
  half(y, 16n, 63n);
}

function rotateRight(value: bigint, bits: bigint): bigint {
  return ((value >> bits) | (value << (64n - bits))) & mask;
}

function word(words: readonly bigint[], at: number): bigint {
  const value = words[at];
  if (value === undefined) throw new RangeError(`no word ${at}`);
  return value;
}
