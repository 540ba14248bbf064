/** Metrics that are on make no operation wait that did not; those that are off cost no clock (PITFALLS A16). */
import { expect, test, vi } from 'vitest';
import type { Cache } from '../../../js/api.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { Counters } from '../../../js/metrics/counters.ts';
import { MemoryBackend } from '../../../js/node.ts';
import { turnsUntilSettled } from '../../helpers/microtask-turns.ts';

/** A cache that says how often it reads its clock. */
function open(timed: boolean) {
  const metrics = Object.defineProperty(new Counters(), 'timed', { value: timed });
  const now = vi.fn(Date.now);
  const platform = { loadCore: loadNodeCore, now, random: Math.random };
  const options = { backend: new MemoryBackend(), metrics };
  return { now, metrics, cache: new CacheView(openCache(options, platform), () => {}) };
}

const uses: readonly [string, (cache: Cache) => Promise<unknown>][] = [
  ['an L1 hit', (cache) => cache.get('k')],
  ['a read of the store', (cache) => cache.get('k', { skipL1: true })],
  ['a set', (cache) => cache.set('k', 1)],
  ['a hit of a computed value', (cache) => cache.getOrSet('k', () => 1)],
  ['a delete', (cache) => cache.delete('k')],
];

test.each(uses)('A16: %s waits for no metrics', async (_what, use) => {
  const [off, on] = [open(false), open(true)];
  // The first use loads the core.
  for (const { cache } of [off, on]) await cache.set('k', 1);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const turns = await turnsUntilSettled(() => use(off.cache));
  expect(await turnsUntilSettled(() => use(on.cache))).toBe(turns);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
  // Both were told of it.
  expect(on.metrics.snapshot()).toEqual(off.metrics.snapshot());
});

test('A16: where nobody looks at durations nobody takes them', async () => {
  const [off, on] = [open(false), open(true)];
  await off.cache.delete('k');
  await on.cache.delete('k');
  expect([off.now.mock.calls.length, on.now.mock.calls.length]).toEqual([0, 2]);
});
