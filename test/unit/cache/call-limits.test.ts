/** What one call may set itself for limits, and what they end. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limitsOf, within } from '../../../js/cache/call-limits.ts';
import { ConfigurationError, TimeoutError } from '../../../js/errors.ts';

const never = new Promise<never>(() => {});

describe('the limits of a call', () => {
  test('there are none where it names none', () => {
    expect(limitsOf(undefined)).toBeUndefined();
    expect(limitsOf({})).toBeUndefined();
  });

  test('either or both are taken over', () => {
    const { signal } = new AbortController();
    expect(limitsOf({ signal })).toEqual({ signal, timeoutMs: undefined });
    expect(limitsOf({ timeout: 5 })).toEqual({ signal: undefined, timeoutMs: 5 });
    expect(limitsOf({ signal, timeout: 5 })).toEqual({ signal, timeoutMs: 5 });
  });

  test.each([{ signal: {} }, { signal: null }, { timeout: 0 }, { timeout: Number.NaN }])(
    '%o is refused',
    (options: object) => {
      expect(() => limitsOf(options)).toThrow(ConfigurationError);
    },
  );
});

describe('shared work within limits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is the work itself where there are none', () => {
    const work = Promise.resolve(1);
    expect(within(work, undefined)).toBe(work);
  });

  test.each([
    ['keeps its value', (): Promise<unknown> => Promise.resolve('value')],
    ['keeps its error', () => Promise.reject(new RangeError('value'))],
  ])('%s, and leaves neither timer nor listener behind', async (_what, begin) => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const outcome = await within(begin(), { signal, timeoutMs: 50 }).catch(String);
    expect(outcome).toContain('value');
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(added.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      removed.mock.calls.map(([type, listener]) => [type, listener]),
    );
    expect(added).toHaveBeenCalledTimes(1);
  });

  test('ends at its time, not before', async () => {
    const outcome = within(never, { timeoutMs: 50 }).catch((error: unknown) => error);
    let ended = false;
    void outcome.then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(49);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBeInstanceOf(TimeoutError);
  });

  test('has no time of its own with a signal alone', async () => {
    const { signal } = new AbortController();
    void within(never, { signal });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends with the signal, also one that was aborted before', async () => {
    const controller = new AbortController();
    const reason = new RangeError('changed my mind');
    const running = within(never, { signal: controller.signal });
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect(within(never, { signal: controller.signal })).rejects.toBe(reason);
  });
});
