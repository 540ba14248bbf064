/** What is not configured costs nothing. */
import { expect, it, vi } from 'vitest';
import { Executor } from '../../../js/reliability/executor.ts';
import { turnsUntilSettled } from '../../helpers/microtask-turns.ts';

it('is nothing but the operation: its very promise, its very error', async () => {
  const executor = new Executor();
  const promise = Promise.resolve('value');
  expect(executor.run(() => promise)).toBe(promise);
  expect(executor.run(() => promise, {})).toBe(promise);
  expect(executor.run(() => promise, { signal: undefined, timeoutMs: undefined })).toBe(promise);
  const failed = Promise.reject(new Error('down'));
  expect(executor.run(() => failed)).toBe(failed);
  await expect(failed).rejects.toThrow('down');
});

it('takes no microtask turn of its own', async () => {
  const operation = async () => 'value';
  const alone = await turnsUntilSettled(operation);
  const executor = new Executor({ degradation: false });
  expect(await turnsUntilSettled(() => executor.run(operation))).toBe(alone);
  const on = new Executor({ retry: {} });
  expect(await turnsUntilSettled(() => on.run(operation))).toBeGreaterThan(alone);
});

it('sets no timer and reads no clock', async () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  const now = vi.fn(() => 0);
  await new Executor({}, { now }).run(async () => 'value');
  await new Executor({ retry: {} }, { now }).run(async () => 'value');
  const timers = setTimer.mock.calls.length;
  setTimer.mockRestore();
  expect(timers).toBe(0);
  expect(now).not.toHaveBeenCalled();
});
