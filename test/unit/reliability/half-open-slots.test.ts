/** PITFALLS A14: a probe's slot is returned however the probe ends. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreakerOpenError, TimeoutError } from '../../../js/errors.ts';
import { Executor } from '../../../js/reliability/executor.ts';
import { down, failing, never, useFakeTime } from './helpers.ts';

useFakeTime();

const TIMEOUT = 10_000;
const succeed = () => Promise.resolve('value');

let executor: Executor;

beforeEach(async () => {
  executor = await halfOpen({});
});

async function halfOpen(config: { successThreshold?: number; halfOpenMaxCalls?: number }) {
  const breaker = { failureThreshold: 1, timeout: TIMEOUT, halfOpenMaxCalls: 3, ...config };
  const result = new Executor({ circuitBreaker: breaker });
  await expect(result.run(failing())).rejects.toThrow('down');
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  expect(result.state).toBe('half-open');
  return result;
}

/** Fills the slots that are free with calls that hang, and counts them. */
async function freeSlots(): Promise<number> {
  for (let slots = 0; ; slots++) {
    const controller = new AbortController();
    const operation = vi.fn(never);
    const call = executor.run(operation, { signal: controller.signal });
    const refused = call.catch((error: unknown) => error instanceof CircuitBreakerOpenError);
    await vi.advanceTimersByTimeAsync(0);
    if (operation.mock.calls.length === 0) {
      expect(await refused).toBe(true);
      return slots;
    }
  }
}

it('lets only so many probes through at once', async () => {
  expect(await freeSlots()).toBe(3);
});

const endings: Record<string, () => Promise<unknown>> = {
  'a permanent error': () => executor.run(failing(down('permanent'))),
  'an authentication error': () => executor.run(failing(down('authentication'))),
  'an error thrown before there is a promise': () =>
    executor.run(() => {
      throw down('permanent');
    }),
  'an abort before it begins': () => executor.run(never, { signal: AbortSignal.abort() }),
  'an abort under way': () => {
    const controller = new AbortController();
    const call = executor.run(never, { signal: controller.signal });
    controller.abort(new Error('not needed'));
    return call;
  },
  'an abort that the store answers with an error': () => {
    const controller = new AbortController();
    return executor.run(
      () => {
        controller.abort();
        return Promise.reject(down());
      },
      { signal: controller.signal },
    );
  },
};

describe.each(Object.entries(endings))('A14: after %s', (_, end) => {
  it('all slots are free and the state is what it was', async () => {
    for (let i = 0; i < 10; i++) {
      const outcome = await end().catch((error: unknown) => error);
      expect(outcome).not.toBeInstanceOf(CircuitBreakerOpenError);
    }
    expect(executor.state).toBe('half-open');
    expect(await freeSlots()).toBe(3);
  });
});

it('opens again at one failure, and starts with all slots the next time', async () => {
  await expect(executor.run(failing())).rejects.toThrow('down');
  expect(executor.state).toBe('open');
  await expect(executor.run(succeed)).rejects.toThrow(CircuitBreakerOpenError);
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  expect(await freeSlots()).toBe(3);
});

it('forgets the successes of a time that ended in a failure', async () => {
  await executor.run(succeed);
  await expect(executor.run(failing())).rejects.toThrow('down');
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  await executor.run(succeed);
  expect(executor.state).toBe('half-open');
});

it('opens again at a timeout, and starts with all slots the next time', async () => {
  const call = executor.run(never, { timeoutMs: 5 });
  call.catch(() => {});
  await vi.advanceTimersByTimeAsync(5);
  await expect(call).rejects.toThrow(TimeoutError);
  expect(executor.state).toBe('open');
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  expect(await freeSlots()).toBe(3);
});

it.each([1, 2, 5])('closes after %i successes, also one after the other', async (count) => {
  executor = await halfOpen({ successThreshold: count, halfOpenMaxCalls: 1 });
  for (let i = 0; i < count; i++) {
    expect(executor.state).toBe('half-open');
    await executor.run(succeed);
  }
  expect(executor.state).toBe('closed');
});

it('takes no permanent error for a success', async () => {
  await executor.run(succeed);
  for (let i = 0; i < 5; i++) {
    await expect(executor.run(failing(down('permanent')))).rejects.toThrow('down');
  }
  expect(executor.state).toBe('half-open');
  await executor.run(succeed);
  expect(executor.state).toBe('closed');
});

it('counts failures from nothing after it closed', async () => {
  await executor.run(succeed);
  await executor.run(succeed);
  expect(executor.state).toBe('closed');
  await expect(executor.run(failing())).rejects.toThrow('down');
  expect(executor.state).toBe('open');
});

it('ignores a probe that ends after another one has opened it again', async () => {
  let answer: (value: string) => void = () => {};
  const probe = executor.run(() => new Promise<string>((resolve) => (answer = resolve)));
  await expect(executor.run(failing())).rejects.toThrow('down');
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  await executor.run(succeed);
  answer('late');
  expect(await probe).toBe('late');
  // Its success is not the second one, and its slot was not given back twice.
  expect(executor.state).toBe('half-open');
  expect(await freeSlots()).toBe(3);
});

it('is not kept from the store for ever by probes that never end', async () => {
  expect(await freeSlots()).toBe(3);
  await vi.advanceTimersByTimeAsync(TIMEOUT - 1);
  await expect(executor.run(succeed)).rejects.toThrow(CircuitBreakerOpenError);
  await vi.advanceTimersByTimeAsync(1);
  await executor.run(succeed);
  await executor.run(succeed);
  expect(executor.state).toBe('closed');
});
