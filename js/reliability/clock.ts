/** Milliseconds that never go back, unlike `Date.now`; looked up late, so that a test may replace it. */
export function monotonicNow(): number {
  return performance.now();
}
