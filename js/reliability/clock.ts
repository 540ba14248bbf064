/** Milliseconds that never go back, unlike `Date.now`; looked up late, so that a test may replace it. */
export function monotonicNow(): number {
  return performance.now();
}

/**
 * Calls back once after so many milliseconds.
 * @returns takes the call back
 */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
