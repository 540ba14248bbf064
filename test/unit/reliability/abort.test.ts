import { expect, it, vi } from 'vitest';
import { Executor } from '../../../js/reliability/executor.ts';
import { RetryPolicy } from '../../../js/reliability/retry.ts';
import { down, failing, finish, never, outcomeOf, useFakeTime } from './helpers.ts';

useFakeTime();

const reason = new Error('the client went away');
const everything = { retry: { deadline: 60_000 }, circuitBreaker: { failureThreshold: 1 } };

it('ends a wait between two attempts at once and clears its timers', async () => {
  const controller = new AbortController();
  const operation = failing();
  const executor = new Executor({ retry: { baseDelay: 5_000, jitter: false } });
  const outcome = outcomeOf(executor.run(operation, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(operation).toHaveBeenCalledTimes(1);
  controller.abort(reason);
  expect(await outcome).toStrictEqual({ error: reason, afterMs: 1_000 });
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(operation).toHaveBeenCalledTimes(1);
});

it.each([
  ['nothing', {}],
  ['everything', everything],
])('stops waiting for a store that never answers, with %s configured', async (_, config) => {
  const controller = new AbortController();
  const executor = new Executor(config);
  const outcome = outcomeOf(executor.run(never, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(reason);
  expect(await outcome).toStrictEqual({ error: reason, afterMs: 10 });
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['nothing', {}],
  ['everything', everything],
])('does not begin a call that is aborted already, with %s configured', async (_, config) => {
  const operation = vi.fn(async () => 1);
  const call = new Executor(config).run(operation, { signal: AbortSignal.abort(reason) });
  await expect(call).rejects.toBe(reason);
  expect(operation).not.toHaveBeenCalled();
});

it('does not begin a call of a policy that is used alone either', async () => {
  const operation = vi.fn(async () => 1);
  const call = new RetryPolicy().execute(operation, { signal: AbortSignal.abort(reason) });
  await expect(call).rejects.toBe(reason);
  expect(operation).not.toHaveBeenCalled();
});

it('comes before an open breaker, and takes no probe of one that is half-open', async () => {
  const changes: string[] = [];
  const executor = new Executor(everything, { onStateChange: (state) => changes.push(state) });
  await finish(executor.run(never, { timeoutMs: 1 }));
  for (const wait of [0, 5_000]) {
    await vi.advanceTimersByTimeAsync(wait);
    const call = executor.run(never, { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
  }
  expect(changes).toStrictEqual(['open']);
});

it('is neither retried nor counted, whatever the store made of the abort', async () => {
  const executor = new Executor(everything);
  const controller = new AbortController();
  const operation = vi.fn(() => {
    controller.abort(reason);
    return Promise.reject(down());
  });
  await expect(executor.run(operation, { signal: controller.signal })).rejects.toBe(reason);
  expect(operation).toHaveBeenCalledTimes(1);
  expect(executor.state).toBe('closed');
});

it('lets a call end in peace and takes its listener back', async () => {
  const controller = new AbortController();
  const removed = vi.spyOn(controller.signal, 'removeEventListener');
  const added = vi.spyOn(controller.signal, 'addEventListener');
  const executor = new Executor(everything);
  expect(await executor.run(async () => 1, { signal: controller.signal })).toBe(1);
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1]);
  controller.abort(reason);
  expect(executor.state).toBe('closed');
});

it("rejects with the signal's own AbortError by default", async () => {
  const controller = new AbortController();
  const call = new Executor(everything).run(never, { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
