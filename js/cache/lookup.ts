/** What a read found. A cached `null` is found; only `found` tells a miss. */
export interface Lookup {
  readonly found: boolean;
  readonly value: unknown;
  /** Whether the store gave a clear answer: false after a failure or for an unreadable entry. */
  readonly clean: boolean;
  /** A value past its life that `staleIfError` may still serve; absent in most lookups. */
  readonly stale?: { readonly value: unknown };
  /** A value past its life that the store still gives: it is served, and to be made anew. */
  readonly overdue?: boolean;
  /** Makes the value once more, for a further caller. */
  readonly again?: () => unknown;
}

export const MISS: Lookup = { found: false, value: null, clean: true };
/** A miss that stands for a failure. */
export const UNKNOWN: Lookup = { found: false, value: null, clean: false };

/** A miss with a value to fall back on. */
export function staleValue(value: unknown): Lookup {
  return { found: false, value: null, clean: true, stale: { value } };
}

/** @param again left out for a value that one caller alone gets */
export function foundValue(value: unknown, again?: () => unknown): Lookup {
  return again === undefined
    ? { found: true, value, clean: true }
    : { found: true, value, clean: true, again };
}

/** What the store gives past its life. */
export function overdueValue(value: unknown, again: () => unknown): Lookup {
  return { found: true, value, clean: true, again, overdue: true };
}

/** The same find for a further caller, who may change the value without another one noticing. */
export function ownCopy(lookup: Lookup): Lookup {
  const { value, again } = lookup;
  if (again === undefined || typeof value !== 'object' || value === null) return lookup;
  return foundValue(again(), again);
}
