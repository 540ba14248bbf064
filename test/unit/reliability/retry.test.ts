import { describe, expect, it, vi } from 'vitest';
import type { ErrorClassification } from '../../../js/errors.ts';
import type { AttemptEvent } from '../../../js/reliability/attempt.ts';
import { Executor } from '../../../js/reliability/executor.ts';
import type { RetryConfig } from '../../../js/reliability/options.ts';
import { RetryPolicy } from '../../../js/reliability/retry.ts';
import { down, failing, finish, useFakeTime } from './helpers.ts';

useFakeTime();

/** When each attempt of a call that always fails began. */
async function startsOf(config: RetryConfig, random?: () => number): Promise<number[]> {
  const startedAt = performance.now();
  const starts: number[] = [];
  const policy = new RetryPolicy(config, { random });
  const { error } = await finish(
    policy.execute(() => {
      starts.push(performance.now() - startedAt);
      return Promise.reject(down());
    }),
  );
  expect(error).toMatchObject({ message: 'down: transient' });
  return starts;
}

it('doubles the back-off up to its cap', async () => {
  const config = { maxAttempts: 6, baseDelay: 100, maxDelay: 500, jitter: false };
  expect(await startsOf(config)).toStrictEqual([0, 100, 300, 700, 1_200, 1_700]);
});

it('multiplies it by a factor from 0.5 to 1.5', async () => {
  const config = { maxAttempts: 2, baseDelay: 1_000 };
  expect(await startsOf(config, () => 0)).toStrictEqual([0, 500]);
  expect(await startsOf(config, () => 0.5)).toStrictEqual([0, 1_000]);
  expect(await startsOf(config, () => 0.999)).toStrictEqual([0, 1_499]);
});

it('draws the factor anew for each wait, from Math.random', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5);
  const starts = await startsOf({ maxAttempts: 3, baseDelay: 100 });
  random.mockRestore();
  expect(starts).toStrictEqual([0, 50, 250]);
});

it('stops at the first success', async () => {
  const operation = vi.fn().mockRejectedValueOnce(down()).mockResolvedValue('value');
  const { value } = await finish(new RetryPolicy().execute(operation));
  expect(value).toBe('value');
  expect(operation).toHaveBeenCalledTimes(2);
});

it('makes one attempt where one is allowed', async () => {
  expect(await startsOf({ maxAttempts: 1 })).toStrictEqual([0]);
});

it.each(['permanent', 'authentication'] satisfies ErrorClassification[])(
  'B10: makes one attempt of a call that fails for good: %s',
  async (classification) => {
    const operation = failing(down(classification));
    const { error, afterMs } = await finish(new RetryPolicy().execute(operation));
    expect(error).toMatchObject({ classification });
    expect(operation).toHaveBeenCalledTimes(1);
    expect(afterMs).toBe(0);
  },
);

it('retries what an operation throws before it returns a promise', async () => {
  const operation = vi.fn((): Promise<never> => {
    throw down();
  });
  for (const options of [{}, { timeoutMs: 60_000 }]) {
    operation.mockClear();
    const { error } = await finish(new RetryPolicy().execute(operation, options));
    expect(error).toMatchObject({ message: 'down: transient' });
    expect(operation).toHaveBeenCalledTimes(3);
  }
});

it('takes a plain value of a backend that returns no promise', async () => {
  const executor = new Executor({ retry: {} });
  for (const options of [{}, { timeoutMs: 100 }]) {
    const call: unknown = Reflect.apply(executor.run, executor, [() => 'plain', options]);
    await expect(call).resolves.toBe('plain');
  }
});

describe('retryOn', () => {
  it('prevents a retry', async () => {
    const retryOn = vi.fn(() => false);
    const error = down('timeout');
    const operation = failing(error);
    await finish(new RetryPolicy({ retryOn }).execute(operation));
    expect(operation).toHaveBeenCalledTimes(1);
    expect(retryOn).toHaveBeenCalledExactlyOnceWith(error, 'timeout');
  });

  it('lets a retry happen', async () => {
    const operation = failing();
    await finish(new RetryPolicy({ retryOn: () => true }).execute(operation));
    expect(operation).toHaveBeenCalledTimes(3);
  });

  it('cannot make a permanent failure retried', async () => {
    const retryOn = vi.fn(() => true);
    const operation = failing(down('permanent'));
    await finish(new RetryPolicy({ retryOn }).execute(operation));
    expect(operation).toHaveBeenCalledTimes(1);
    expect(retryOn).not.toHaveBeenCalled();
  });

  it("does not replace the store's failure when it throws", async () => {
    const retryOn = () => {
      throw new Error('bug');
    };
    const operation = failing();
    const { error } = await finish(new RetryPolicy({ retryOn }).execute(operation));
    expect(error).toMatchObject({ message: 'down: transient' });
    expect(operation).toHaveBeenCalledTimes(1);
  });

  it('must answer true: a promise is no answer', async () => {
    const operation = failing();
    const policy: RetryPolicy = Reflect.construct(RetryPolicy, [{ retryOn: async () => true }]);
    await finish(policy.execute(operation));
    expect(operation).toHaveBeenCalledTimes(1);
  });

  it('is not asked when the time is over', async () => {
    const retryOn = vi.fn(() => true);
    const policy = new RetryPolicy({ retryOn, deadline: 100 });
    await finish(policy.execute(() => new Promise(() => {})));
    expect(retryOn).not.toHaveBeenCalled();
  });
});

describe('onAttempt', () => {
  const watched = (config: RetryConfig | undefined) => {
    const events: AttemptEvent[] = [];
    const onAttempt = (event: AttemptEvent) => events.push(event);
    const executor = new Executor(config === undefined ? {} : { retry: config }, {
      onAttempt,
      random: () => 0.5,
    });
    return { events, executor };
  };

  it('is told of every attempt, how long it took and how it ended', async () => {
    const { events, executor } = watched({ maxAttempts: 3, deadline: 1_000 });
    let calls = 0;
    await finish(
      executor.run(
        () =>
          new Promise((_, reject) => {
            if (++calls < 3) setTimeout(reject, 50, calls === 1 ? down() : down('timeout'));
          }),
      ),
    );
    expect(events).toStrictEqual([
      { attempt: 1, durationMs: 50, failure: 'transient' },
      { attempt: 2, durationMs: 50, failure: 'timeout' },
      { attempt: 3, durationMs: 600, failure: 'timeout' },
    ]);
  });

  it('is told where nothing else is configured', async () => {
    const { events, executor } = watched(undefined);
    expect(await executor.run(async () => 'value')).toBe('value');
    expect(events).toStrictEqual([{ attempt: 1, durationMs: 0, failure: undefined }]);
  });

  it("tells an abort from a store's failure", async () => {
    const { events, executor } = watched({});
    const controller = new AbortController();
    const call = executor.run(() => new Promise(() => {}), { signal: controller.signal });
    controller.abort(new Error('not needed'));
    await expect(call).rejects.toThrow('not needed');
    expect(events).toMatchObject([{ failure: 'aborted' }]);
  });

  it('cannot change the outcome', async () => {
    const throws = new Executor(
      { retry: {} },
      {
        onAttempt: () => {
          throw new Error('bug');
        },
      },
    );
    expect(await throws.run(async () => 1)).toBe(1);
    const rejects: Executor = Reflect.construct(Executor, [
      { retry: {} },
      { onAttempt: () => Promise.reject(new Error('bug')) },
    ]);
    expect(await rejects.run(async () => 2)).toBe(2);
  });
});
