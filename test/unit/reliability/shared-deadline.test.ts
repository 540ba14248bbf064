/** PITFALLS B 31: a slow store times tries must not add up. */
import { describe, expect, it, vi } from 'vitest';
import { BackendError, TimeoutError } from '../../../js/errors.ts';
import { Executor } from '../../../js/reliability/executor.ts';
import { RetryPolicy } from '../../../js/reliability/retry.ts';
import { down, failing, finish, never, slow, useFakeTime } from './helpers.ts';

useFakeTime();

const half = () => 0.5;

it('B31: ends a call at the deadline however often a store with a 30 s timeout is tried', async () => {
  const executor = new Executor({ retry: { maxAttempts: 3, deadline: 5_000 } });
  const operation = slow(30_000, down('timeout'));
  const { error, afterMs } = await finish(executor.run(operation));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(afterMs).toBe(5_000);
  expect(operation).toHaveBeenCalledTimes(1);
});

it('B31: shares the deadline among attempts and waits', async () => {
  const retry = new RetryPolicy({ maxAttempts: 3, deadline: 5_000 }, { random: half });
  const operation = slow(2_000, down('timeout'));
  const { error, afterMs } = await finish(retry.execute(operation));
  // 2,000 + 100 + 2,000 + 200 leaves 700 ms of the third attempt.
  expect(operation).toHaveBeenCalledTimes(3);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(afterMs).toBe(5_000);
});

it('does not begin a wait that would reach the deadline, and says why the call failed', async () => {
  const retry = new RetryPolicy(
    { maxAttempts: 10, baseDelay: 400, deadline: 1_000 },
    { random: half },
  );
  const operation = failing();
  const { error, afterMs } = await finish(retry.execute(operation));
  // Waits 400; then 800 more would reach 1,200.
  expect(operation).toHaveBeenCalledTimes(2);
  expect(error).toBeInstanceOf(BackendError);
  expect(afterMs).toBe(400);
});

it('does not begin a wait that would end exactly at the deadline', async () => {
  const config = { maxAttempts: 2, baseDelay: 400, jitter: false };
  const atDeadline = failing();
  await finish(new RetryPolicy({ ...config, deadline: 400 }).execute(atDeadline));
  expect(atDeadline).toHaveBeenCalledTimes(1);
  const before = failing();
  await finish(new RetryPolicy({ ...config, deadline: 401 }).execute(before));
  expect(before).toHaveBeenCalledTimes(2);
});

describe('the timeout of one call', () => {
  it('applies without any block, to a store that never answers', async () => {
    const { error, afterMs } = await finish(new Executor().run(never, { timeoutMs: 250 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: 'ERR_TIMEOUT' });
    expect(afterMs).toBe(250);
  });

  it.each([
    [100, 5_000],
    [5_000, 100],
  ])('of %i ms and a deadline of %i ms: the earlier one wins', async (timeoutMs, deadline) => {
    const executor = new Executor({ retry: { deadline } });
    const { error, afterMs } = await finish(executor.run(never, { timeoutMs }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(afterMs).toBe(100);
  });

  it('is for all attempts together', async () => {
    const executor = new Executor({ retry: { maxAttempts: 3, baseDelay: 0 } });
    const operation = slow(80, down());
    const { afterMs } = await finish(executor.run(operation, { timeoutMs: 100 }));
    expect(operation).toHaveBeenCalledTimes(2);
    expect(afterMs).toBe(100);
  });

  it('leaves no timer behind when the call is in time', async () => {
    const executor = new Executor({ retry: { deadline: 5_000 }, circuitBreaker: {} });
    expect(await executor.run(async () => 'value', { timeoutMs: 1_000 })).toBe('value');
    await expect(executor.run(failing(down('permanent')))).rejects.toThrow('down');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("with a clock that is not the timers'", () => {
  const config = { maxAttempts: 2, baseDelay: 100, jitter: false, deadline: 1_000 };

  it('still ends when it is set back in the middle of a call', async () => {
    let wall = 1_000_000;
    const operation = vi.fn(() => {
      wall -= 500_000;
      return operation.mock.calls.length === 1 ? Promise.reject(down()) : never();
    });
    const retry = new RetryPolicy(config, { now: () => wall });
    const { error, afterMs } = await finish(retry.execute(operation));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(operation).toHaveBeenCalledTimes(2);
    expect(afterMs).toBe(1_100);
  });

  it('does not try again after the deadline when it stands still', async () => {
    const operation = vi.fn(never);
    const retry = new RetryPolicy({ ...config, baseDelay: 0 }, { now: () => 0 });
    const { error, afterMs } = await finish(retry.execute(operation));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(operation).toHaveBeenCalledTimes(1);
    expect(afterMs).toBe(1_000);
  });

  it.each([
    [30, 70],
    [-5_000, 100],
  ])('which jumps by %i ms after a failure, it waits %i ms', async (jump, waited) => {
    let offset = 0;
    const operation = vi.fn(() => {
      setTimeout(() => {
        offset = jump;
      }, 0);
      return Promise.reject(down());
    });
    const retry = new RetryPolicy(config, { now: () => performance.now() + offset });
    const { afterMs } = await finish(retry.execute(operation));
    expect(operation).toHaveBeenCalledTimes(2);
    expect(afterMs).toBe(waited);
  });
});
