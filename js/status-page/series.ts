/** What the charts show, from what the service counted. */
import type { Minute, Status } from './status.ts';

const SHOWN_MINUTES = 60;

/** The last hour, minute by minute; `null` where nothing happened. */
export function lastHour({ now, minutes }: Status): (Minute | null)[] {
  const byMinute = new Map(minutes.map((one) => [one.minute, one]));
  return Array.from(
    { length: SHOWN_MINUTES },
    (_, i) => byMinute.get(now - SHOWN_MINUTES + 1 + i) ?? null,
  );
}

/** Percent of reads that found something; `null` without reads. */
export function hitRatio(minutes: readonly (Minute | null)[]): number | null {
  const hits = total(minutes, 'hits');
  const reads = hits + total(minutes, 'misses');
  return reads === 0 ? null : (100 * hits) / reads;
}

/** The bound below which that part of the reads stayed; `null` without reads. */
export function quantile(
  minutes: readonly (Minute | null)[],
  bounds: readonly number[],
  part: number,
): number | null {
  const counts = bounds.map((_, i) => sum(minutes.map((minute) => minute?.latency[i] ?? 0)));
  const above = sum(minutes.map((minute) => minute?.latency[bounds.length] ?? 0));
  const all = sum(counts) + above;
  if (all === 0) return null;
  let seen = 0;
  for (const [i, count] of counts.entries()) {
    seen += count;
    if (seen >= part * all) return bounds[i] ?? 0;
  }
  return 2 * (bounds.at(-1) ?? 0);
}

export function total(
  minutes: readonly (Minute | null)[],
  name: 'hits' | 'misses' | 'puts' | 'bytesIn' | 'bytesOut',
): number {
  return sum(minutes.map((minute) => minute?.[name] ?? 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
