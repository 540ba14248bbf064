import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../js/errors.ts';
import { CircuitBreaker } from '../../../js/reliability/circuit-breaker.ts';
import { Executor } from '../../../js/reliability/executor.ts';
import {
  resolveCircuitBreaker,
  resolveReliability,
  resolveRetry,
} from '../../../js/reliability/options.ts';
import { RetryPolicy } from '../../../js/reliability/retry.ts';

const DAY = 86_400_000;
const NEVER_NUMBERS = [Number.NaN, Number.NEGATIVE_INFINITY, -1, '5', null, true, 10n, [5], {}];
const NEVER_COUNTS = [...NEVER_NUMBERS, 0, 1.5, 2 ** 53];
const NEVER_TIMES = [...NEVER_NUMBERS, Number.POSITIVE_INFINITY, DAY + 1];

const refused: Record<string, Record<string, unknown[]>> = {
  circuitBreaker: {
    failureThreshold: [...NEVER_COUNTS, 100_001],
    successThreshold: [...NEVER_COUNTS, Number.POSITIVE_INFINITY, 10_001],
    timeout: [...NEVER_TIMES, 0],
    halfOpenMaxCalls: [...NEVER_COUNTS, Number.POSITIVE_INFINITY, 10_001],
    rollingWindow: [...NEVER_TIMES, 0],
  },
  retry: {
    maxAttempts: [...NEVER_COUNTS, Number.POSITIVE_INFINITY, 101],
    baseDelay: NEVER_TIMES,
    maxDelay: NEVER_TIMES,
    deadline: [...NEVER_TIMES, 0],
    jitter: [0, 1, 'true', null],
    retryOn: [true, 'transient', null, {}],
  },
};

describe.each(Object.entries(refused))('%s', (block, options) => {
  describe.each(Object.entries(options))('%s', (name, values) => {
    it.each(values)('refuses %o and names the option', (value) => {
      const make = () => Reflect.construct(Executor, [{ [block]: { [name]: value } }]);
      expect(make).toThrow(ConfigurationError);
      expect(make).toThrow(`reliability.${block}.${name} must be`);
    });

    it('takes its default where it is undefined', () => {
      const resolve = (config: object) => resolveReliability({ [block]: config });
      expect(resolve({ [name]: undefined })).toStrictEqual(resolve({}));
    });
  });

  it.each([null, true, 5, 'on', []])('refuses %o in place of its options', (value) => {
    expect(() => Reflect.construct(Executor, [{ [block]: value }])).toThrow(ConfigurationError);
  });

  it('refuses a name it does not know', () => {
    expect(() => Reflect.construct(Executor, [{ [block]: { attempts: 3 } }])).toThrow(
      `reliability.${block} does not take the option "attempts"`,
    );
  });
});

it('refuses unknown blocks, inherited ones too', () => {
  expect(() => Reflect.construct(Executor, [{ breaker: {} }])).toThrow(
    'reliability does not take the option "breaker"',
  );
  expect(() => Reflect.construct(Executor, [Object.create({ timeout: 5 })])).toThrow('"timeout"');
});

it.each([0, 1, 'yes', null])('refuses %o for degradation', (value) => {
  expect(() => Reflect.construct(Executor, [{ degradation: value }])).toThrow(
    'reliability.degradation must be true or false',
  );
});

it('has the documented defaults', () => {
  expect(resolveCircuitBreaker({}, 'x')).toStrictEqual({
    failureThreshold: 10,
    successThreshold: 2,
    timeout: 5_000,
    halfOpenMaxCalls: 3,
    rollingWindow: 60_000,
  });
  expect(resolveRetry({}, 'x')).toStrictEqual({
    maxAttempts: 3,
    baseDelay: 100,
    maxDelay: 5_000,
    jitter: true,
  });
  expect(resolveReliability({})).toStrictEqual({
    circuitBreaker: undefined,
    retry: undefined,
    degradation: true,
  });
  expect(new Executor().degradation).toBe(true);
  expect(new Executor({ degradation: false }).degradation).toBe(false);
});

it('takes the bounds of every range', () => {
  const breakers = [
    { failureThreshold: 1, successThreshold: 1, timeout: 1, halfOpenMaxCalls: 1, rollingWindow: 1 },
    { failureThreshold: 100_000, successThreshold: 10_000, timeout: DAY, rollingWindow: DAY },
    { failureThreshold: Number.POSITIVE_INFINITY, halfOpenMaxCalls: 10_000 },
  ];
  for (const config of breakers) {
    expect(resolveCircuitBreaker(config, 'x')).toMatchObject(config);
  }
  const retries = [
    { maxAttempts: 1, baseDelay: 0, maxDelay: 0, deadline: 1, jitter: false, retryOn: () => true },
    { maxAttempts: 100, baseDelay: DAY, maxDelay: DAY, deadline: DAY },
  ];
  for (const config of retries) expect(resolveRetry(config, 'x')).toMatchObject(config);
});

it('checks the classes that are used alone as well', () => {
  expect(() => new RetryPolicy({ maxAttempts: Number.NaN })).toThrow('retry.maxAttempts must be');
  expect(() => new CircuitBreaker({ timeout: -1 })).toThrow('circuitBreaker.timeout must be');
});

it.each([Number.NaN, -1, 0, Number.POSITIVE_INFINITY, DAY + 1, '5'])(
  'refuses %o as the timeout of a call and does not run it',
  async (timeoutMs) => {
    let runs = 0;
    const operation = async () => runs++;
    for (const executor of [new Executor(), new Executor({ retry: {}, circuitBreaker: {} })]) {
      const call: unknown = Reflect.apply(executor.run, executor, [operation, { timeoutMs }]);
      await expect(call).rejects.toThrow(ConfigurationError);
    }
    expect(runs).toBe(0);
  },
);
