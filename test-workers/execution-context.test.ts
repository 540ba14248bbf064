/** Work behind a reader's back rides on the request's execution context, or does not happen (B25). */
import { describe, expect, test, vi } from 'vitest';
import { createCache, MemoryBackend } from '../js/workers.ts';

/** Lives one second, so that it is due for a refresh soon. */
const SHORT = { ttl: 1 };

async function dueForRefresh() {
  const cache = createCache({ backend: new MemoryBackend(), l1: { swrThresholdRatio: 0.99 } });
  let runs = 0;
  const compute = async () => ++runs;
  expect(await cache.getOrSet('k', compute, SHORT)).toBe(1);
  // The threshold is drawn within 10 %: below 89 % of the lifetime the entry is due for certain.
  await new Promise((proceed) => setTimeout(proceed, 200));
  return { cache, compute, runs: () => runs };
}

describe('B25: stale-while-revalidate in a Worker', () => {
  test('does not happen without an execution context', async () => {
    const { cache, compute, runs } = await dueForRefresh();
    expect(await cache.getOrSet('k', compute, SHORT)).toBe(1);
    await new Promise((proceed) => setTimeout(proceed, 50));
    expect(runs()).toBe(1);
  });

  test('runs under waitUntil', async () => {
    const { cache, compute, runs } = await dueForRefresh();
    const registered: Promise<unknown>[] = [];
    const view = cache.withExecutionContext({ waitUntil: (work) => registered.push(work) });
    expect(await view.getOrSet('k', compute, SHORT)).toBe(1);
    expect(registered).toHaveLength(1);
    await Promise.all(registered);
    expect(runs()).toBe(2);
    expect(await cache.get('k')).toBe(2);
  });

  test('a waitUntil that throws costs nobody an answer', async () => {
    const { cache, compute, runs } = await dueForRefresh();
    const view = cache.withExecutionContext({
      waitUntil: () => {
        throw new TypeError('the request is over');
      },
    });
    expect(await view.getOrSet('k', compute, SHORT)).toBe(1);
    await vi.waitFor(() => expect(runs()).toBe(2));
  });
});
