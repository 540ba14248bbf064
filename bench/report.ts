/** What one run of `bench:ir` measured. */
export interface Report {
  /** Figures of two runs compare only where this is equal. */
  readonly fingerprint: Readonly<Record<string, string>>;
  readonly workloads: Record<string, { median: number; spread: number }>;
}
