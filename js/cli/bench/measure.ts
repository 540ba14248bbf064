import type { MaybePromise } from '../../core/core.ts';
import { isThenable } from '../../core/thenable.ts';

const ROUNDS = 10;

/**
 * Microseconds of one call: of so many rounds the median, each of as many calls as fit its share of
 * the time.
 * @param milliseconds for all of it
 */
export async function measure(
  call: () => MaybePromise<unknown>,
  milliseconds: number,
): Promise<number> {
  const share = milliseconds / (ROUNDS + 2);
  // Two shares to compile and to count.
  const calls = Math.max(1, Math.floor((await callsWithin(call, 2 * share)) / 2));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push((await timeOf(call, calls)) / calls);
  rounds.sort((a, b) => a - b);
  return ((rounds[ROUNDS / 2 - 1] ?? 0) + (rounds[ROUNDS / 2] ?? 0)) * 500;
}

async function callsWithin(
  call: () => MaybePromise<unknown>,
  milliseconds: number,
): Promise<number> {
  const until = performance.now() + milliseconds;
  let calls = 0;
  for (; performance.now() < until; calls++) {
    const result = call();
    if (isThenable(result)) await result;
  }
  return calls;
}

/** Milliseconds of so many calls. */
async function timeOf(call: () => MaybePromise<unknown>, calls: number): Promise<number> {
  const began = performance.now();
  for (let i = 0; i < calls; i++) {
    const result = call();
    if (isThenable(result)) await result;
  }
  return performance.now() - began;
}
