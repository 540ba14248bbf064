import {
  DEFAULT_CB_FAILURE_THRESHOLD,
  DEFAULT_CB_HALF_OPEN_MAX_CALLS,
  DEFAULT_CB_ROLLING_WINDOW,
  DEFAULT_CB_SUCCESS_THRESHOLD,
  DEFAULT_CB_TIMEOUT,
  DEFAULT_RETRY_BASE_DELAY,
  DEFAULT_RETRY_MAX_ATTEMPTS,
  DEFAULT_RETRY_MAX_DELAY,
} from '../config/constants.ts';
import { requireKnownOptions, requireOptionsObject } from '../config/options.ts';
import { ConfigurationError, type ErrorClassification } from '../errors.ts';
import { integerWithin, millisecondsWithin } from './numbers.ts';

/** When calls stop reaching a store that keeps failing. All times in milliseconds. */
export interface CircuitBreakerConfig {
  /** Counted failures within `rollingWindow` that open it; `Infinity` never opens. Default 10. */
  failureThreshold?: number;
  /** Successful probes that close it again. Default 2. */
  successThreshold?: number;
  /** How long it stays open before it lets probes through. Default 5,000. */
  timeout?: number;
  /** Probes under way at once while half-open. Default 3. */
  halfOpenMaxCalls?: number;
  /** Failures older than this no longer count. Default 60,000. */
  rollingWindow?: number;
}

/** How often and how long a failed call is tried again. All times in milliseconds. */
export interface RetryConfig {
  /** Tries in all, the first included. Default 3. */
  maxAttempts?: number;
  /** Back-off after the first failure; doubles with each further one. Default 100. */
  baseDelay?: number;
  /** Cap of the back-off, before jitter. Default 5,000. */
  maxDelay?: number;
  /** Multiplies each back-off by a random factor from 0.5 to 1.5. Default true. */
  jitter?: boolean;
  /** What all attempts and the back-off between them may take together. Default: no limit. */
  deadline?: number;
  /**
   * Called for failures that would be retried (transient, timeout); anything but `true` prevents it.
   * It can only narrow: other failures are never retried.
   */
  retryOn?: (error: Error, classification: ErrorClassification) => boolean;
}

/** A part that is left out is off. */
export interface ReliabilityConfig {
  circuitBreaker?: CircuitBreakerConfig;
  retry?: RetryConfig;
  /** Whether a failing store looks like a miss instead of an error. Default true. */
  degradation?: boolean;
}

export type CircuitBreakerSettings = Readonly<Required<CircuitBreakerConfig>>;
export type RetrySettings = Readonly<
  Required<Omit<RetryConfig, 'deadline' | 'retryOn'>> & Pick<RetryConfig, 'deadline' | 'retryOn'>
>;

export interface ReliabilitySettings {
  readonly circuitBreaker: CircuitBreakerSettings | undefined;
  readonly retry: RetrySettings | undefined;
  readonly degradation: boolean;
}

const BREAKER_NAMES = [
  'failureThreshold',
  'successThreshold',
  'timeout',
  'halfOpenMaxCalls',
  'rollingWindow',
];
const RETRY_NAMES = ['maxAttempts', 'baseDelay', 'maxDelay', 'jitter', 'deadline', 'retryOn'];
const RELIABILITY_NAMES = ['circuitBreaker', 'retry', 'degradation'];

/** Each remembered failure takes memory, and each try of a call takes the store's time. */
const MOST_FAILURES = 100_000;
const MOST_CALLS = 10_000;
const MOST_ATTEMPTS = 100;

/** @throws {ConfigurationError} for an unknown name or a value out of range */
export function resolveReliability(config: ReliabilityConfig): ReliabilitySettings {
  const where = 'reliability';
  requireOptionsObject(config, where);
  requireKnownOptions(config, RELIABILITY_NAMES, where);
  const { circuitBreaker, retry, degradation } = config;
  return {
    circuitBreaker:
      circuitBreaker === undefined
        ? undefined
        : resolveCircuitBreaker(circuitBreaker, `${where}.circuitBreaker`),
    retry: retry === undefined ? undefined : resolveRetry(retry, `${where}.retry`),
    degradation: flag(degradation, true, `${where}.degradation`),
  };
}

/** @throws {ConfigurationError} for an unknown name or a value out of range */
export function resolveCircuitBreaker(
  config: CircuitBreakerConfig,
  where: string,
): CircuitBreakerSettings {
  requireOptionsObject(config, where);
  requireKnownOptions(config, BREAKER_NAMES, where);
  const {
    failureThreshold = DEFAULT_CB_FAILURE_THRESHOLD,
    successThreshold = DEFAULT_CB_SUCCESS_THRESHOLD,
    timeout = DEFAULT_CB_TIMEOUT,
    halfOpenMaxCalls = DEFAULT_CB_HALF_OPEN_MAX_CALLS,
    rollingWindow = DEFAULT_CB_ROLLING_WINDOW,
  } = config;
  return {
    failureThreshold:
      failureThreshold === Number.POSITIVE_INFINITY
        ? failureThreshold
        : integerWithin(failureThreshold, 1, MOST_FAILURES, `${where}.failureThreshold`),
    successThreshold: integerWithin(successThreshold, 1, MOST_CALLS, `${where}.successThreshold`),
    timeout: millisecondsWithin(timeout, 1, `${where}.timeout`),
    halfOpenMaxCalls: integerWithin(halfOpenMaxCalls, 1, MOST_CALLS, `${where}.halfOpenMaxCalls`),
    rollingWindow: millisecondsWithin(rollingWindow, 1, `${where}.rollingWindow`),
  };
}

/** @throws {ConfigurationError} for an unknown name or a value out of range */
export function resolveRetry(config: RetryConfig, where: string): RetrySettings {
  requireOptionsObject(config, where);
  requireKnownOptions(config, RETRY_NAMES, where);
  const {
    maxAttempts = DEFAULT_RETRY_MAX_ATTEMPTS,
    baseDelay = DEFAULT_RETRY_BASE_DELAY,
    maxDelay = DEFAULT_RETRY_MAX_DELAY,
    jitter,
    deadline,
    retryOn,
  } = config;
  if (retryOn !== undefined && typeof retryOn !== 'function') {
    throw new ConfigurationError(`${where}.retryOn must be a function that answers true or false`);
  }
  return {
    maxAttempts: integerWithin(maxAttempts, 1, MOST_ATTEMPTS, `${where}.maxAttempts`),
    baseDelay: millisecondsWithin(baseDelay, 0, `${where}.baseDelay`),
    maxDelay: millisecondsWithin(maxDelay, 0, `${where}.maxDelay`),
    jitter: flag(jitter, true, `${where}.jitter`),
    ...(deadline === undefined
      ? {}
      : { deadline: millisecondsWithin(deadline, 1, `${where}.deadline`) }),
    ...(retryOn === undefined ? {} : { retryOn }),
  };
}

function flag(value: unknown, fallback: boolean, name: string): boolean {
  if (value === undefined) return fallback;
  if (typeof value === 'boolean') return value;
  throw new ConfigurationError(`${name} must be true or false`);
}
