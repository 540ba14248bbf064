/** The stores that hold values. */
export const PLACES = ['kv', 'r2'] as const;
export type Place = (typeof PLACES)[number];

/** Where a value is, or is to be. */
export interface ValueAddress {
  readonly place: Place;
  readonly name: string;
}

/**
 * Values above it go to R2. KV would take 25 MiB, but what it takes has to be held in memory as a whole,
 * of which an isolate has 128 MiB for all its requests; R2 takes a stream. KV is the faster one for what
 * is small and read in many places, R2 the cheaper one for what is large.
 */
export const KV_MOST_BYTES = 1024 * 1024;

export function isPlace(name: unknown): name is Place {
  return PLACES.some((place) => place === name);
}
