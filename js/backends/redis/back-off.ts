const FIRST_MS = 100;
const LONGEST_MS = 5000;

/**
 * Milliseconds to wait before the next try to connect: doubled from 100 up to 5,000, less a random part
 * of up to a half, so that the processes of a fleet do not come back at once.
 * @param failures tries that have failed in a row, at least 1
 */
export function backOffMs(failures: number): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return longest * (1 - Math.random() / 2);
}
