/** A store that fails under traffic: no wrong answer, no failed call, and it is used again in time. */
import { expect } from 'vitest';
import type { SecureCache } from '../../js/node.ts';
import { PRODUCTION_DEFAULTS } from '../../js/config/preset-defaults.ts';
import { type Phases, Traffic } from './traffic.ts';
import type { Figures } from './traffic-figures.ts';

/** A call asks the store twice, to read and to write, each time within the deadline of all retries. */
const LONGEST_CALL_MS = 2 * (PRODUCTION_DEFAULTS.reliability.retry?.deadline ?? 0);

export interface Fault {
  /** Makes the store fail. */
  fail: () => Promise<unknown>;
  /** Milliseconds to leave it so. Default 2,000. */
  lasts?: number;
  /** Brings it back, or waits until it is. */
  mend: () => Promise<unknown>;
  /** Which keys the fault is about. Default all. */
  concerns?: ((key: string) => boolean) | undefined;
  /** Whether what was written over before the fault can be back after it. Default false. */
  reverts?: boolean;
  /** Milliseconds from the end of `mend` within which the store is used again. */
  within: number;
}

/**
 * Runs traffic before, during and after the fault, and prints figures of each. Closes the cache. How long
 * `mending` lasted is the time until the store was used again.
 * @param cache with the reliability of `createCache.production`
 */
export async function underTraffic(cache: SecureCache, fault: Fault): Promise<Phases> {
  const { fail, mend, lasts = 0, concerns = () => true, reverts = false, within } = fault;
  const traffic = new Traffic(cache);
  const { mix, certainty, failures, phases } = traffic;
  let usedAgain = Number.NaN;
  try {
    await traffic.until(works);
    certainty.disturb();
    if (reverts) mix.revert();
    else mix.lose();
    traffic.enter('down');
    await fail();
    await traffic.until(
      ({ age, absorbed, waiting }) => age >= lasts && (absorbed > 50 || waiting > 50),
    );
    await mend();
    traffic.enter('mending');
    usedAgain = await traffic.untilUsed(concerns);
    certainty.calm();
    traffic.enter('after');
    await traffic.until(works);
  } finally {
    await traffic.end();
    await cache.close();
    const rows = Object.entries(phases).map(([phase, figures]) => [phase, figures.row()]);
    console.table(Object.fromEntries(rows));
  }
  expect({ wrong: mix.wrong, failures }).toEqual({ wrong: [], failures: [] });
  expect(usedAgain).toBeLessThan(within);
  for (const { slowest } of Object.values(phases)) expect(slowest).toBeLessThan(LONGEST_CALL_MS);
  return phases;
}

/** Calls are answered from the cache, and the store takes what is new. */
function works({ local, stored, computed, written }: Figures): boolean {
  return local + stored > computed && local + stored > 200 && written > 20;
}
