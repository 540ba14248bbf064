import type { ValueAddress } from '../values/place.ts';
import type { EntryRow } from './entry-table.ts';

/** An entry as it is at this moment, by the shard's clock. */
export interface EntryView extends ValueAddress {
  readonly size: number;
  /** Seconds since it was stored. */
  readonly age: number;
  readonly stale: boolean;
  /** Whole seconds it is still fresh, rounded down; `null` for no expiry. */
  readonly freshFor: number | null;
  /** Whole seconds it is still there, rounded up; `null` for no expiry. */
  readonly ttl: number | null;
}

/** `null` for an entry that has ended. @param nowMs milliseconds */
export function viewOf(row: EntryRow | null, nowMs: number): EntryView | null {
  if (row === null || hasPassed(row.evictAt, nowMs)) return null;
  const { name, place, size, storedAt, freshUntil, evictAt } = row;
  const now = Math.floor(nowMs / 1000);
  return {
    ...{ name, place, size, age: Math.max(0, now - storedAt) },
    stale: hasPassed(freshUntil, nowMs),
    freshFor: freshUntil === null ? null : Math.max(0, Math.floor(freshUntil - nowMs / 1000)),
    ttl: evictAt === null ? null : evictAt - now,
  };
}

/** @param end whole seconds; `null` for never */
export function hasPassed(end: number | null, nowMs: number): boolean {
  return end !== null && end * 1000 <= nowMs;
}
