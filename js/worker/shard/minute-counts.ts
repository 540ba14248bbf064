/** Milliseconds up to which reads are counted together; what takes longer is counted behind them. */
export const LATENCY_BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];

/** What happened in one minute. */
export interface MinuteCounts {
  /** Since the epoch. */
  readonly minute: number;
  hits: number;
  misses: number;
  puts: number;
  bytesIn: number;
  bytesOut: number;
  /** By `LATENCY_BOUNDS`. */
  readonly latency: number[];
}

const NAMES = ['hits', 'misses', 'puts', 'bytesIn', 'bytesOut'] as const;

export function emptyMinute(minute: number): MinuteCounts {
  const latency = Array.from({ length: LATENCY_BOUNDS.length + 1 }, () => 0);
  return { minute, hits: 0, misses: 0, puts: 0, bytesIn: 0, bytesOut: 0, latency };
}

/** @param milliseconds that a read took */
export function countLatency({ latency }: MinuteCounts, milliseconds: number): void {
  const found = LATENCY_BOUNDS.findIndex((bound) => milliseconds <= bound);
  const index = found === -1 ? LATENCY_BOUNDS.length : found;
  latency[index] = (latency[index] ?? 0) + 1;
}

/** The sum of two counts of one minute. */
export function addMinutes(one: MinuteCounts, other: MinuteCounts): MinuteCounts {
  const sum = emptyMinute(one.minute);
  for (const name of NAMES) sum[name] = one[name] + other[name];
  for (const i of sum.latency.keys())
    sum.latency[i] = (one.latency[i] ?? 0) + (other.latency[i] ?? 0);
  return sum;
}

/** Counts as they were stored. */
export function readMinute(stored: SqlStorageValue | undefined): MinuteCounts {
  const counts: MinuteCounts = JSON.parse(String(stored));
  return counts;
}
