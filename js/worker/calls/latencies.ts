/**
 * How long reads took, until the next read of the same tenant takes it to a shard: a request of its own
 * would cost as much as the read. Of an isolate that ends, the last are lost.
 */
const MOST_WAITING = 100;
const MOST_TENANTS = 1000;

const waiting = new Map<string, number[]>();

export function noteLatency(tenant: string, milliseconds: number): void {
  if (waiting.size >= MOST_TENANTS) waiting.clear();
  const noted = waiting.get(tenant) ?? [];
  if (noted.length < MOST_WAITING) noted.push(milliseconds);
  waiting.set(tenant, noted);
}

/** What was noted since it was last asked for. */
export function takeLatencies(tenant: string): number[] {
  const noted = waiting.get(tenant) ?? [];
  waiting.delete(tenant);
  return noted;
}
