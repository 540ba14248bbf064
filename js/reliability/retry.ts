import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import { RETRY_JITTER_MAX, RETRY_JITTER_MIN } from '../config/constants.ts';
import { type AttemptEvent, type AttemptObserver, runAttempt } from './attempt.ts';
import { Budget } from './budget.ts';
import { classify, isStoreFault, toError } from './classify.ts';
import { monotonicNow } from './clock.ts';
import { resolveTimeout } from './numbers.ts';
import { type RetryConfig, type RetrySettings, resolveRetry } from './options.ts';

export interface RetryEnvironment {
  /** Milliseconds of a clock that is not set back. Default `performance.now`. */
  now?: (() => number) | undefined;
  /** From 0 to below 1. Default `Math.random`. */
  random?: (() => number) | undefined;
  /** What it throws is dropped. */
  onAttempt?: ((event: AttemptEvent) => void) | undefined;
}

/** Limits of one call. */
export interface ExecuteOptions {
  /** Aborting rejects at once with its reason, also between two attempts. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that all attempts and waits may take together; `retry.deadline` applies as well. */
  timeoutMs?: number | undefined;
}

/** Cockatiel can neither cut its own wait short nor clear the timer of it, so the attempt waits. */
const atOnce = new ConstantBackoff(0);

/**
 * Tries a call again when it failed in passing (transient or timeout), after a back-off of
 * min(baseDelay · 2^n, maxDelay), times a random factor from 0.5 to 1.5. All attempts share one
 * deadline; a wait that would reach it is not begun, and the last failure is thrown instead.
 */
export class RetryPolicy {
  readonly #settings: RetrySettings;
  readonly #random: () => number;
  readonly #observer: AttemptObserver;

  /** @throws {ConfigurationError} for an unknown name or a value out of range */
  constructor(config: RetryConfig = {}, environment: RetryEnvironment = {}) {
    this.#settings = resolveRetry(config, 'retry');
    this.#random = environment.random ?? Math.random;
    this.#observer = { now: environment.now ?? monotonicNow, onAttempt: environment.onAttempt };
  }

  /**
   * @throws {TimeoutError} at the deadline
   * @throws {ConfigurationError} for a timeout out of range
   * @throws the reason of the signal when it aborts, else the last failure
   */
  async execute<T>(operation: () => Promise<T>, options: ExecuteOptions = {}): Promise<T> {
    const { now } = this.#observer;
    const limit = Math.min(
      this.#settings.deadline ?? Number.POSITIVE_INFINITY,
      resolveTimeout(options.timeoutMs, 'timeoutMs'),
    );
    const budget = new Budget(limit, options.signal, now);
    let failures = 0;
    let failedAt = 0;
    let delay = 0;
    const worthRetrying = handleWhen((error) => {
      if (!budget.allows(0) || !this.#mayRetry(error)) return false;
      failedAt = now();
      delay = this.#backOff(failures++);
      return budget.allows(delay);
    });
    const policy = retry(worthRetrying, {
      maxAttempts: this.#settings.maxAttempts - 1,
      backoff: atOnce,
    });
    return policy.execute(async ({ attempt }) => {
      if (attempt > 0) await budget.sleep(delay - Math.max(0, now() - failedAt));
      return runAttempt(operation, attempt + 1, budget, this.#observer);
    });
  }

  #mayRetry(error: unknown): boolean {
    const classification = classify(error);
    if (!isStoreFault(classification)) return false;
    const { retryOn } = this.#settings;
    if (retryOn === undefined) return true;
    try {
      return retryOn(toError(error), classification) === true;
    } catch {
      // The caller gets the failure of the store, not that of the filter.
      return false;
    }
  }

  #backOff(failures: number): number {
    const { baseDelay, maxDelay, jitter } = this.#settings;
    const delay = Math.min(baseDelay * 2 ** failures, maxDelay);
    if (!jitter) return delay;
    return delay * (RETRY_JITTER_MIN + (RETRY_JITTER_MAX - RETRY_JITTER_MIN) * this.#random());
  }
}
