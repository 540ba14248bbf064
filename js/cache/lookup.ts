/** What a read found. A cached `null` is found; only `found` tells a miss. */
export interface Lookup {
  readonly found: boolean;
  readonly value: unknown;
  /** Whether the store gave a clear answer: false after a failure or for an unreadable entry. */
  readonly clean: boolean;
}

export const MISS: Lookup = { found: false, value: null, clean: true };
/** A miss that stands for a failure. */
export const UNKNOWN: Lookup = { found: false, value: null, clean: false };

export function foundValue(value: unknown): Lookup {
  return { found: true, value, clean: true };
}
