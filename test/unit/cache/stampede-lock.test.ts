/** A turn to compute: how it is waited for, and that it never stands in the way (PITFALLS B26, B27). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LockableBackend } from '../../../js/backends/backend.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { Observer } from '../../../js/cache/observer.ts';
import { StampedeLock } from '../../../js/cache/stampede-lock.ts';
import { CacheEventEmitter } from '../../../js/events/events.ts';
import { RateLimited } from '../../../js/log/rate-limited.ts';
import { Counters } from '../../../js/metrics/counters.ts';
import { captureLog } from '../../helpers/captured-log.ts';

const lines = captureLog();
const TIMES = { lockTimeoutMs: 777, lockWaitMs: 12, lockPollMs: 5 };

function open(answers: readonly unknown[], times = TIMES) {
  const backend: LockableBackend = new MemoryBackend();
  const asked: unknown[][] = [];
  let turn = 0;
  const acquireLock = (...given: unknown[]) => {
    asked.push([...given, performance.now() - begun]);
    const answer = answers[Math.min(turn++, answers.length - 1)];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  Object.assign(backend, { acquireLock });
  const release = vi.spyOn(backend, 'releaseLock').mockResolvedValue(true);
  const counters = new Counters();
  const warnings = new RateLimited(60_000, Date.now);
  const observer = new Observer(counters, new CacheEventEmitter(), warnings, () => '', Date.now);
  const begun = performance.now();
  const failures = () => counters.snapshot().operations['lock']?.error ?? 0;
  return { lock: new StampedeLock(backend, times, observer), asked, release, failures };
}

describe('waiting for a turn', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a free lock is taken at once, for its timeout', async () => {
    const { lock, asked } = open(['id']);
    expect(await lock.acquire('k')).toEqual({ waited: false, lockId: 'id' });
    expect(asked).toEqual([['k', 777, 0]]);
  });

  test('a taken lock is asked for again at each poll', async () => {
    const { lock, asked } = open([null, null, 'id']);
    const lease = lock.acquire('k');
    await vi.advanceTimersByTimeAsync(10);
    expect(await lease).toEqual({ waited: true, lockId: 'id' });
    expect(asked.map(([, , at]) => at)).toEqual([0, 5, 10]);
  });

  test('for no longer than the wait, whose end is a last chance', async () => {
    const { lock, asked, failures } = open([null]);
    const lease = lock.acquire('k');
    await vi.advanceTimersByTimeAsync(60);
    expect(await lease).toEqual({ waited: true, lockId: null });
    expect(asked.map(([, , at]) => at)).toEqual([0, 5, 10, 12]);
    expect(failures()).toBe(0);
  });

  test('with no wait at all it is asked for once', async () => {
    const { lock, asked } = open([null], { ...TIMES, lockWaitMs: 0 });
    expect(await lock.acquire('k')).toEqual({ waited: false, lockId: null });
    expect(asked).toHaveLength(1);
  });

  test.each(['', undefined, 7, true, {}])('%o is no lease', async (answer) => {
    const { lock } = open([answer], { ...TIMES, lockWaitMs: 0 });
    expect(await lock.acquire('k')).toEqual({ waited: false, lockId: null });
  });

  test.each([
    ['at once', [new Error('down')], false],
    ['after a wait', [null, new Error('down')], true],
  ])('a store that fails %s costs the lock alone', async (_when, answers, waited) => {
    const { lock, failures } = open(answers);
    const lease = lock.acquire('k');
    await vi.advanceTimersByTimeAsync(5);
    expect(await lease).toEqual({ waited, lockId: null });
    expect(failures()).toBe(1);
    expect(lines.join()).toContain('computed without a lock');
  });
});

describe('giving a turn back', () => {
  const lease = { waited: false, lockId: 'id' };

  test('a turn without a lock has nothing to give back', async () => {
    const { lock, release } = open(['id']);
    const background = vi.fn();
    await lock.release('k', { waited: true, lockId: null }, null);
    await lock.release('k', { waited: true, lockId: null }, background);
    expect(release).not.toHaveBeenCalled();
    expect(background).not.toHaveBeenCalled();
  });

  test('is waited for where nothing takes work over', async () => {
    const { lock, release } = open(['id']);
    let released = false;
    release.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      released = true;
      return true;
    });
    await lock.release('k', lease, null);
    expect(released).toBe(true);
    expect(release).toHaveBeenCalledExactlyOnceWith('k', 'id');
  });

  test('is handed over where something does', async () => {
    const { lock, release } = open(['id']);
    const gate = Promise.withResolvers<boolean>();
    release.mockReturnValue(gate.promise);
    const taken: Promise<unknown>[] = [];
    await lock.release('k', lease, (work) => void taken.push(work));
    expect(taken).toHaveLength(1);
    gate.resolve(true);
    await Promise.all(taken);
  });

  test('fails nobody, and is told', async () => {
    const { lock, release, failures } = open(['id']);
    release.mockRejectedValue(new Error('down'));
    await lock.release('k', lease, null);
    expect(failures()).toBe(1);
    await lock.release('k', lease, () => {
      throw new Error('no request');
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(failures()).toBe(3);
    expect(lines.join()).toContain('the lock ends by its timeout');
  });
});
