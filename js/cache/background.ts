/** Takes over work that outlives the request: `waitUntil` on Workers, nothing to do on Node. */
export type Background = (work: Promise<unknown>) => void;

/** Hands work over; a platform that refuses it costs that work's registration, not the caller's call. */
export function handOver(
  work: Promise<unknown>,
  background: Background,
  failed: (error: unknown) => void,
): void {
  try {
    background(work);
  } catch (error) {
    failed(error);
  }
}
