import type { CallTerms } from './call-terms.ts';
import type { EntryLabel } from './entry-label.ts';

/** How long an entry is good, and what ends it early. */
export interface EntryTerms {
  /** Seconds it is fresh. */
  readonly ttlSeconds: number;
  /** Seconds beyond that the store keeps it for `staleIfError`. */
  readonly staleSeconds: number;
  /** Seconds that each use gives back; 0 where uses change nothing. */
  readonly slidingTtl: number;
  /** Each tag with the version it had before the value was made. */
  readonly tags: ReadonlyMap<string, string>;
}

export const NO_TAGS: ReadonlyMap<string, string> = new Map();

/** The terms of one entry of a call. @param tags what `TagVersions.forWriting` gave */
export function entryTerms(
  call: CallTerms,
  ttlSeconds: number,
  tags: ReadonlyMap<string, string>,
): EntryTerms {
  const slidingTtl = call.sliding ? ttlSeconds : 0;
  return { ttlSeconds, staleSeconds: call.staleIfError, slidingTtl, tags };
}

/** What the entry has to say of itself for others to honour its terms; `null` where a TTL says it all. */
export function labelFor(terms: EntryTerms, now: number): EntryLabel | null {
  const { ttlSeconds, staleSeconds, slidingTtl, tags } = terms;
  if (staleSeconds === 0 && slidingTtl === 0 && tags.size === 0) return null;
  return {
    freshUntil: staleSeconds === 0 ? 0 : now + ttlSeconds * 1000,
    slidingTtl,
    tags,
  };
}
