import { vi } from 'vitest';

/** A whole second. */
export const START_MS = 1_800_000_000_000;

/** Sets the clock, which must be a fake one, to so many milliseconds after the start. */
export function at(ms: number): void {
  vi.setSystemTime(START_MS + ms);
}
