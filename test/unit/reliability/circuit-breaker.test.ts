import { describe, expect, it, vi } from 'vitest';
import {
  CircuitBreakerOpenError,
  type ErrorClassification,
  TimeoutError,
} from '../../../js/errors.ts';
import { CircuitBreaker, type CircuitState } from '../../../js/reliability/circuit-breaker.ts';
import { Executor } from '../../../js/reliability/executor.ts';
import { FailureWindow } from '../../../js/reliability/failure-window.ts';
import type { CircuitBreakerConfig } from '../../../js/reliability/options.ts';
import { down, failing, finish, useFakeTime } from './helpers.ts';

useFakeTime();

const succeed = () => Promise.resolve('value');

async function fail(breaker: CircuitBreaker, times: number, error: unknown = down()) {
  for (let i = 0; i < times; i++) {
    await expect(breaker.execute(failing(error))).rejects.toBe(error);
  }
}

function watched(config: CircuitBreakerConfig = {}) {
  const changes: CircuitState[] = [];
  const breaker = new CircuitBreaker(config, { onStateChange: (state) => changes.push(state) });
  return { breaker, changes };
}

describe('closed', () => {
  it('opens at the threshold, not before', async () => {
    const { breaker, changes } = watched({ failureThreshold: 3 });
    await fail(breaker, 2);
    expect(breaker.state).toBe('closed');
    await fail(breaker, 1, new TimeoutError('x'));
    expect(breaker.state).toBe('open');
    expect(changes).toStrictEqual(['open']);
  });

  it('forgets failures that have left the window', async () => {
    const breaker = new CircuitBreaker({ failureThreshold: 3, rollingWindow: 1_000 });
    await fail(breaker, 2);
    await vi.advanceTimersByTimeAsync(1_000);
    await fail(breaker, 2);
    expect(breaker.state).toBe('closed');
    await vi.advanceTimersByTimeAsync(999);
    await fail(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it('is not reassured by successes in between', async () => {
    const breaker = new CircuitBreaker({ failureThreshold: 2 });
    await fail(breaker, 1);
    await breaker.execute(succeed);
    await fail(breaker, 1);
    expect(breaker.state).toBe('open');
  });

  it.each(['permanent', 'authentication'] satisfies ErrorClassification[])(
    'B10: is never opened by %s errors',
    async (classification) => {
      const breaker = new CircuitBreaker({ failureThreshold: 1 });
      await fail(breaker, 50, down(classification));
      expect(breaker.state).toBe('closed');
    },
  );

  it('never opens with an infinite threshold, and remembers nothing', async () => {
    const { breaker, changes } = watched({ failureThreshold: Number.POSITIVE_INFINITY });
    await fail(breaker, 2_000);
    expect(breaker.state).toBe('closed');
    expect(changes).toStrictEqual([]);
    const push = vi.spyOn(Array.prototype, 'push');
    const opened = new FailureWindow(Number.POSITIVE_INFINITY, 1_000).add(0);
    const pushes = push.mock.calls.length;
    push.mockRestore();
    expect({ opened, pushes }).toStrictEqual({ opened: false, pushes: 0 });
  });
});

describe('open', () => {
  it('refuses without asking the store until its time is over', async () => {
    const breaker = new CircuitBreaker({ failureThreshold: 1, timeout: 1_000 });
    await fail(breaker, 1);
    await vi.advanceTimersByTimeAsync(999);
    const operation = vi.fn(succeed);
    await expect(breaker.execute(operation)).rejects.toThrow(CircuitBreakerOpenError);
    await expect(breaker.execute(operation)).rejects.toMatchObject({ code: 'ERR_CIRCUIT_OPEN' });
    expect(operation).not.toHaveBeenCalled();
    expect(breaker.state).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(breaker.state).toBe('half-open');
    expect(await breaker.execute(operation)).toBe('value');
  });

  it('is not moved by calls that began before it opened', async () => {
    const { breaker, changes } = watched({
      failureThreshold: 1,
      successThreshold: 1,
      timeout: 100,
    });
    const late: Array<Promise<unknown>> = [];
    const settle: Array<() => void> = [];
    for (const error of [undefined, down()]) {
      const call = breaker.execute(
        () =>
          new Promise<void>((resolve, reject) => {
            settle.push(() => (error === undefined ? resolve() : reject(error)));
          }),
      );
      late.push(call.catch(() => {}));
    }
    await fail(breaker, 1);
    await vi.advanceTimersByTimeAsync(100);
    const probe = breaker.execute(() => new Promise(() => {}));
    probe.catch(() => {});
    for (const end of settle) end();
    await Promise.all(late);
    expect(breaker.state).toBe('half-open');
    expect(changes).toStrictEqual(['open', 'half-open']);
  });
});

describe('a breaker behind retry', () => {
  it('counts calls, not attempts', async () => {
    const executor = new Executor({
      retry: { maxAttempts: 3, baseDelay: 0 },
      circuitBreaker: { failureThreshold: 2 },
    });
    const operation = failing();
    await finish(executor.run(operation));
    expect(operation).toHaveBeenCalledTimes(3);
    expect(executor.state).toBe('closed');
    await finish(executor.run(operation));
    expect(executor.state).toBe('open');
    await expect(executor.run(operation)).rejects.toThrow(CircuitBreakerOpenError);
    expect(operation).toHaveBeenCalledTimes(6);
  });

  it('counts a call that ran into its time limit', async () => {
    const executor = new Executor({ circuitBreaker: { failureThreshold: 1 } });
    await finish(executor.run(() => new Promise(() => {}), { timeoutMs: 10 }));
    expect(executor.state).toBe('open');
  });

  it('is closed where there is none', () => {
    expect(new Executor().state).toBe('closed');
  });
});

it('is closed by a reset, which forgets the failures', async () => {
  const { breaker, changes } = watched({ failureThreshold: 2 });
  await fail(breaker, 2);
  breaker.reset();
  expect(breaker.state).toBe('closed');
  await fail(breaker, 1);
  expect(breaker.state).toBe('closed');
  expect(changes).toStrictEqual(['open', 'closed']);
  breaker.reset();
  expect(changes).toStrictEqual(['open', 'closed']);
});

it('does not let a listener change the outcome', async () => {
  const breaker = new CircuitBreaker(
    { failureThreshold: 1 },
    {
      onStateChange: () => {
        throw new Error('bug');
      },
    },
  );
  await fail(breaker, 1);
  expect(breaker.state).toBe('open');
});

it('takes its time from the clock it is given', async () => {
  let now = 0;
  const breaker = new CircuitBreaker({ failureThreshold: 1, timeout: 50 }, { now: () => now });
  await fail(breaker, 1);
  now = 49;
  expect(breaker.state).toBe('open');
  now = 50;
  expect(breaker.state).toBe('half-open');
});
