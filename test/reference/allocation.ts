/** Counts what the reference allocates for outputs, so that the bomb rows can be proved on it. */

let live = 0;
let peak = 0;

/** Every buffer whose size an input decides comes from here. */
export function allocate(size: number): Uint8Array {
  live += size;
  peak = Math.max(peak, live);
  return new Uint8Array(size);
}

export function peakAllocationDuring(run: () => void): number {
  live = 0;
  peak = 0;
  run();
  return peak;
}
