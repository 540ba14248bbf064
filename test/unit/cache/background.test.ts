/** Work that outlives a read: handed over where somebody takes it, waited for where nobody does. */
import { expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import type { Background } from '../../../js/cache/background.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { ManualClock } from '../../suites/engine/make-cache.ts';

captureLog();

function open(backend: MemoryBackend, clock: ManualClock, background: Background | null) {
  const { now, random } = clock;
  const state = openCache({ backend }, { loadCore: loadNodeCore, now, random });
  return new CacheView(state, background);
}

/** A sliding entry that the next use extends, by a store that takes its time over it. */
async function dueEntry(background: Background | null) {
  const clock = new ManualClock();
  const backend = new MemoryBackend({ now: clock.now });
  const cache = open(backend, clock, background);
  await cache.set('k', 'v', { ttl: 100, sliding: true });
  clock.advance(60_000);
  const gate = Promise.withResolvers<void>();
  const genuine = backend.refreshTTL.bind(backend);
  const extend = vi.spyOn(backend, 'refreshTTL').mockImplementation(async (key, ttl) => {
    await gate.promise;
    return await genuine(key, ttl);
  });
  return { backend, cache, clock, extend, gate };
}

test('a read hands the extension of a sliding life over', async () => {
  const taken: Promise<unknown>[] = [];
  const { cache, extend, gate } = await dueEntry((work) => void taken.push(work));
  expect(await cache.get('k')).toBe('v');
  expect(taken).toHaveLength(1);
  expect(extend).toHaveBeenCalledTimes(1);
  gate.resolve();
  await Promise.all(taken);
});

test('a read waits for it where nobody takes it over', async () => {
  const { cache, gate } = await dueEntry(null);
  let read = false;
  const reading = cache.get('k').then(() => {
    read = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(read).toBe(false);
  gate.resolve();
  await reading;
});

test('reads of one key share one extension', async () => {
  const { cache, extend, gate } = await dueEntry(() => {});
  await Promise.all([cache.get('k'), cache.get('k'), cache.get('k')]);
  expect(extend).toHaveBeenCalledTimes(1);
  gate.resolve();
});

test('an entry that is not due hands nothing over', async () => {
  const background = vi.fn();
  const clock = new ManualClock();
  const cache = open(new MemoryBackend({ now: clock.now }), clock, background);
  await cache.set('k', 'v', { ttl: 100, sliding: true });
  await cache.set('l', 'v', { ttl: 100 });
  clock.advance(24_999);
  await cache.get('k');
  await cache.get('l');
  expect(background).not.toHaveBeenCalled();
  clock.advance(1);
  await cache.get('k');
  expect(background).toHaveBeenCalledTimes(1);
});

test('a life that could not be extended is counted, and the value is served', async () => {
  const { cache, extend } = await dueEntry(null);
  extend.mockRejectedValue(new Error('down'));
  expect(await cache.get('k')).toBe('v');
  expect(cache.stats().operations['refresh_ttl']).toEqual({ success: 0, error: 1 });
  expect(cache.stats().l1.entries).toBe(1);
});

test('without somebody to hand it to, nothing is refreshed behind a reader', async () => {
  const clock = new ManualClock();
  const backend = new MemoryBackend({ now: clock.now });
  const compute = vi.fn(() => 1);
  const cache = open(backend, clock, null);
  await cache.getOrSet('k', compute, { ttl: 100 });
  clock.advance(90_000);
  expect(await cache.getOrSet('k', compute, { ttl: 100 })).toBe(1);
  expect(compute).toHaveBeenCalledTimes(1);
  const refusing = open(backend, clock, () => {
    throw new Error('no request');
  });
  await refusing.getOrSet('k', compute, { ttl: 100 });
  clock.advance(9_000);
  expect(await refusing.getOrSet('k', compute, { ttl: 100 })).toBe(1);
  expect(refusing.stats().operations['refresh']?.error).toBe(1);
});

test.each([
  ['done', () => 2],
  ['failed', () => Promise.reject(new Error('origin'))],
])('a refresh that is %s leaves nothing that watches its key', async (_how, again) => {
  const clock = new ManualClock();
  const { now, random } = clock;
  const backend = new MemoryBackend({ now });
  const state = openCache({ backend }, { loadCore: loadNodeCore, now, random });
  const taken: Promise<unknown>[] = [];
  const cache = new CacheView(state, (work) => void taken.push(work));
  const terms = { ttl: 100, tags: ['t'] };
  await cache.getOrSet('k', (): unknown => 1, terms);
  clock.advance(90_000);
  await cache.getOrSet('k', again, terms);
  expect(taken).toHaveLength(1);
  await Promise.all(taken);
  expect(state.parts.watches.overtakeTagged(['t'])).toEqual(new Set());
});
