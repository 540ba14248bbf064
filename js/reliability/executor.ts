import { type AttemptObserver, runAttempt } from './attempt.ts';
import { Budget } from './budget.ts';
import {
  CircuitBreaker,
  type CircuitBreakerEnvironment,
  type CircuitState,
} from './circuit-breaker.ts';
import { monotonicNow } from './clock.ts';
import { resolveTimeout } from './numbers.ts';
import { type ReliabilityConfig, resolveReliability } from './options.ts';
import { type ExecuteOptions, type RetryEnvironment, RetryPolicy } from './retry.ts';

export interface ExecutorEnvironment extends RetryEnvironment, CircuitBreakerEnvironment {}

/**
 * The reliability stack around the calls of one store, from inside out: the operation, retry with one
 * deadline for all its attempts, circuit breaker. Only what talks to the store belongs in it: encoding
 * and sealing come before, opening and decoding after.
 */
export class Executor {
  /** Whether the caller of this stack should turn its failures into misses. */
  readonly degradation: boolean;
  readonly #retry: RetryPolicy | undefined;
  readonly #breaker: CircuitBreaker | undefined;
  readonly #observer: AttemptObserver;

  /** @throws {ConfigurationError} for an unknown name or a value out of range */
  constructor(config: ReliabilityConfig = {}, environment: ExecutorEnvironment = {}) {
    const { circuitBreaker, retry, degradation } = resolveReliability(config);
    this.degradation = degradation;
    this.#retry = retry && new RetryPolicy(retry, environment);
    this.#breaker = circuitBreaker && new CircuitBreaker(circuitBreaker, environment);
    this.#observer = { now: environment.now ?? monotonicNow, onAttempt: environment.onAttempt };
  }

  /** `closed` where there is no breaker. */
  get state(): CircuitState {
    return this.#breaker?.state ?? 'closed';
  }

  /**
   * Runs an operation. With neither retry, breaker, listener, signal nor timeout this is nothing but
   * `operation()`.
   * @throws {CircuitBreakerOpenError} without having run it
   * @throws {TimeoutError} after `timeoutMs`, or at the deadline of `retry`
   * @throws {ConfigurationError} for a timeout out of range
   * @throws the reason of the signal when it aborts, else the last failure
   */
  run<T>(operation: () => Promise<T>, options?: ExecuteOptions): Promise<T> {
    const limited = options?.signal !== undefined || options?.timeoutMs !== undefined;
    if (this.#breaker === undefined && this.#retry === undefined && !limited) {
      if (this.#observer.onAttempt === undefined) return operation();
    }
    return this.#run(operation, options ?? {});
  }

  async #run<T>(operation: () => Promise<T>, options: ExecuteOptions): Promise<T> {
    const timeout = resolveTimeout(options.timeoutMs, 'timeoutMs');
    // Before the breaker: who no longer wants an answer takes no probe away from others.
    options.signal?.throwIfAborted();
    const call = () =>
      this.#retry?.execute(operation, options) ?? this.#once(operation, timeout, options.signal);
    return this.#breaker === undefined ? call() : this.#breaker.execute(call, options);
  }

  #once<T>(
    operation: () => Promise<T>,
    timeout: number,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const budget = new Budget(timeout, signal, this.#observer.now);
    return runAttempt(operation, 1, budget, this.#observer);
  }
}
