/** What the service tells of a tenant at `/v1/status`. */

export interface Minute {
  /** Since the epoch. */
  readonly minute: number;
  readonly hits: number;
  readonly misses: number;
  readonly puts: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** How many reads took up to each of `latencyBounds`, and last how many took longer. */
  readonly latency: readonly number[];
}

export interface RecentEntry {
  readonly key: string;
  readonly size: number;
  readonly place: string;
  /** Seconds. */
  readonly age: number;
  /** The first bytes in hex; empty where the value is gone. */
  readonly head: string;
}

export interface Status {
  /** The running minute, since the epoch. */
  readonly now: number;
  readonly entries: number;
  readonly locks: number;
  /** Milliseconds. */
  readonly latencyBounds: readonly number[];
  readonly minutes: readonly Minute[];
  readonly recent: readonly RecentEntry[];
}
