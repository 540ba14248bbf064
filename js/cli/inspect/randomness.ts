/** nonce ‖ tag around an empty plaintext (PROTOCOL §6.1). */
export const LEAST_SEALED_BYTES = 28;

/** Standard deviations of a fair coin: less than one random blob in ten thousand is beyond. */
const TOLERANCE = 4.5;
/** Part of the entropy that so many random bytes could have; short ones repeat some by chance. */
const LEAST_ENTROPY = 0.85;

/** Whether bytes could be ciphertext: long enough, every bit as often 1 as 0, few bytes repeated. */
export function looksSealed(bytes: Uint8Array): boolean {
  const { length } = bytes;
  if (length < LEAST_SEALED_BYTES) return false;
  const allowed = (TOLERANCE * Math.sqrt(length)) / 2;
  if (bitCounts(bytes).some((ones) => Math.abs(ones - length / 2) > allowed)) return false;
  return entropy(bytes) >= LEAST_ENTROPY * Math.min(8, Math.log2(length));
}

/** Bits per byte. */
export function entropy(bytes: Uint8Array): number {
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  return counts.reduce((sum, count) => {
    if (count === 0) return sum;
    const share = count / bytes.length;
    return sum - share * Math.log2(share);
  }, 0);
}

/** How often each of the eight bits is 1. */
function bitCounts(bytes: Uint8Array): readonly number[] {
  const ones = new Array<number>(8).fill(0);
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) ones[bit] = (ones[bit] ?? 0) + ((byte >> bit) & 1);
  }
  return ones;
}
