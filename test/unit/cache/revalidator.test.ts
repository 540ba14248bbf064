/** One attempt to make a stale value anew, which disturbs nobody (PROTOCOL §10.4). */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { Observer } from '../../../js/cache/observer.ts';
import { Revalidator } from '../../../js/cache/revalidator.ts';
import { CacheEventEmitter } from '../../../js/events/events.ts';
import { RateLimited } from '../../../js/log/rate-limited.ts';
import { Counters } from '../../../js/metrics/counters.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { ManualClock } from '../../suites/engine/make-cache.ts';

captureLog();

function open(backend = new MemoryBackend()) {
  const clock = new ManualClock();
  const counters = new Counters();
  const warnings = new RateLimited(60_000, clock.now);
  const events = new CacheEventEmitter();
  const refreshed = vi.fn();
  events.on('refresh', refreshed);
  const observer = new Observer(counters, events, warnings, () => '', clock.now);
  const revalidator = new Revalidator(backend, observer, clock.now);
  const recompute = vi.fn(async () => {});
  const works: Promise<unknown>[] = [];
  const ask = async (key = 'k') => {
    revalidator.revalidate(key, recompute, (work) => works.push(work));
    await Promise.all(works);
  };
  const counted = (name: string) => counters.snapshot().operations[name];
  return { backend, clock, revalidator, recompute, works, ask, counted, refreshed };
}

describe('the lock', () => {
  test('is held during the computation and given back, also after a failure', async () => {
    for (const fails of [false, true]) {
      const { backend, recompute, ask } = open();
      recompute.mockImplementation(async () => {
        expect(await backend.acquireLock('k', 1000)).toBeNull();
        if (fails) throw new Error('no');
      });
      await ask();
      expect(recompute).toHaveBeenCalledOnce();
      expect(await backend.acquireLock('k', 1000)).not.toBeNull();
    }
  });

  test.each([null, undefined, '', 0])('an answer of %j leaves the work to others', async (id) => {
    const { backend, recompute, ask, refreshed } = open();
    const asked = vi.fn(async () => id);
    Object.assign(backend, { acquireLock: asked });
    await ask();
    expect(asked).toHaveBeenCalledOnce();
    expect(recompute).not.toHaveBeenCalled();
    expect(refreshed).not.toHaveBeenCalled();
  });

  test('a failure of the lock gives the attempt up', async () => {
    const { backend, recompute, ask, counted } = open();
    vi.spyOn(backend, 'acquireLock').mockRejectedValue(new Error('down'));
    await ask();
    expect(recompute).not.toHaveBeenCalled();
    expect(counted('refresh')?.error).toBe(1);
  });

  test('one that cannot be given back takes nothing from the success', async () => {
    const { backend, ask, counted, refreshed } = open();
    vi.spyOn(backend, 'releaseLock').mockRejectedValue(new Error('down'));
    await ask();
    expect(refreshed).toHaveBeenCalledExactlyOnceWith({ key: 'k' });
    expect(counted('refresh')).toBeUndefined();
    expect(counted('lock')?.error).toBe(1);
  });

  test('is not asked for where the store has none', async () => {
    const backend = new MemoryBackend();
    Object.assign(backend, { acquireLock: undefined });
    const { recompute, ask } = open(backend);
    await ask();
    expect(recompute).toHaveBeenCalledOnce();
  });
});

describe('how often', () => {
  test.each(['success', 'failure'])('a key rests for 5 s after a %s', async (outcome) => {
    const { clock, recompute, ask } = open();
    if (outcome === 'failure') recompute.mockRejectedValue(new Error('no'));
    await ask();
    clock.advance(4_999);
    await ask();
    expect(recompute).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await ask();
    expect(recompute).toHaveBeenCalledTimes(2);
  });

  test('not while it is under way, but again when that was torn down', () => {
    const { clock, revalidator, recompute } = open();
    recompute.mockReturnValue(new Promise(() => {}));
    const background = vi.fn();
    const ask = () => revalidator.revalidate('k', recompute, background);
    ask();
    clock.advance(59_999);
    ask();
    expect(background).toHaveBeenCalledTimes(1);
    clock.advance(1);
    ask();
    expect(background).toHaveBeenCalledTimes(2);
  });

  test('for ten keys at once and no more', async () => {
    const { revalidator, recompute } = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    recompute.mockReturnValue(promise);
    const works: Promise<unknown>[] = [];
    const ask = (key: string) => revalidator.revalidate(key, recompute, (work) => works.push(work));
    for (let i = 0; i < 12; i += 1) ask(`k${i}`);
    expect(works).toHaveLength(10);
    resolve();
    await Promise.all(works);
    ask('k11');
    expect(works).toHaveLength(11);
  });

  test('for a thousand keys within their rest, then for those that had theirs', async () => {
    const { clock, recompute, ask } = open();
    for (let i = 0; i < 1_001; i += 1) await ask(`k${i}`);
    expect(recompute).toHaveBeenCalledTimes(1_000);
    clock.advance(5_000);
    await ask('another');
    expect(recompute).toHaveBeenCalledTimes(1_001);
  });
});

test('without a background there is no attempt; one that refuses is told of', async () => {
  const { revalidator, recompute, counted } = open();
  revalidator.revalidate('k', recompute, null);
  expect(recompute).not.toHaveBeenCalled();
  revalidator.revalidate('k', recompute, () => {
    throw new Error('the request is over');
  });
  expect(counted('refresh')?.error).toBe(1);
});
