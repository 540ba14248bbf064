import { isThenable } from '../../js/core/thenable.ts';

/** What loops write to, so that no operation is without an effect. */
export const sink: { last: unknown } = { last: null };

/** Runs an operation so many times and gives the nanoseconds of one. */
export type Loop = (count: number) => number | Promise<number>;

/** A loop of its own for an operation, so that V8 compiles it for that one alone; awaits only promises. */
export function loopOf(op: () => unknown): Loop {
  const first = op();
  if (!isThenable(first)) return synchronous(op);
  // Its outcome is that of `verify`; only a rejection must not go unheard.
  first.then(undefined, () => {});
  return asynchronous(op);
}

function synchronous(op: () => unknown): Loop {
  return (count) => {
    const began = performance.now();
    for (let i = 0; i < count; i++) sink.last = op();
    return ((performance.now() - began) * 1e6) / count;
  };
}

function asynchronous(op: () => unknown): Loop {
  return async (count) => {
    const began = performance.now();
    for (let i = 0; i < count; i++) sink.last = await op();
    return ((performance.now() - began) * 1e6) / count;
  };
}

/** How many operations take about so many milliseconds, after as long a warm-up. */
export async function countFor(loop: Loop, milliseconds: number): Promise<number> {
  let count = 1;
  let nanoseconds = await loop(count);
  let spent = nanoseconds / 1e6;
  while (spent < milliseconds) {
    count = Math.max(count * 2, 1);
    nanoseconds = await loop(count);
    spent += (count * nanoseconds) / 1e6;
  }
  return Math.max(1, Math.round((milliseconds * 1e6) / nanoseconds));
}
