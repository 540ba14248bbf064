import { CircuitBreakerOpenError } from '../errors.ts';
import { classify, isStoreFault } from './classify.ts';
import { monotonicNow } from './clock.ts';
import { FailureWindow } from './failure-window.ts';
import { notify } from './notify.ts';
import {
  type CircuitBreakerConfig,
  type CircuitBreakerSettings,
  resolveCircuitBreaker,
} from './options.ts';

export type CircuitState = 'closed' | 'open' | 'half-open';

export interface CircuitBreakerEnvironment {
  /** Milliseconds of a clock that is not set back. Default `performance.now`. */
  now?: (() => number) | undefined;
  /** Told of each change when a call brings it about. What it throws is dropped. */
  onStateChange?: ((state: CircuitState) => void) | undefined;
}

type Outcome = 'success' | 'failure' | 'neutral';

/**
 * Spares a failing store. Closed, it counts transient failures and timeouts within a rolling window;
 * at the threshold it opens and refuses every call for `timeout` ms; then it is half-open and lets a
 * few probes through, of which enough successes close it and one failure opens it again. Permanent
 * errors and calls that their caller aborted say nothing about the store and count as neither.
 *
 * Cockatiel's breaker is not used: half-open it makes further calls wait instead of refusing them, its
 * limit of probes is its number of successes to close, errors that are not counted help to close it,
 * and it reads `Date.now`.
 */
export class CircuitBreaker {
  readonly #settings: CircuitBreakerSettings;
  readonly #now: () => number;
  readonly #onStateChange: ((state: CircuitState) => void) | undefined;
  readonly #failures: FailureWindow;
  #state: CircuitState = 'closed';
  #changedAt = 0;
  #probes = 0;
  #successes = 0;
  /** A call counts only in the period it began in, not in a later one that its end falls into. */
  #period = 0;

  /** @throws {ConfigurationError} for an unknown name or a value out of range */
  constructor(config: CircuitBreakerConfig = {}, environment: CircuitBreakerEnvironment = {}) {
    this.#settings = resolveCircuitBreaker(config, 'circuitBreaker');
    this.#now = environment.now ?? monotonicNow;
    this.#onStateChange = environment.onStateChange;
    const { failureThreshold, rollingWindow } = this.#settings;
    this.#failures = new FailureWindow(failureThreshold, rollingWindow);
  }

  /** What the next call will meet: half-open as soon as the time of being open is over. */
  get state(): CircuitState {
    return this.#state === 'open' && this.#timeIsOver() ? 'half-open' : this.#state;
  }

  /**
   * @param options.signal the caller's: a call that ends after it aborted is not counted
   * @throws {CircuitBreakerOpenError} without having run the operation
   */
  async execute<T>(
    operation: () => Promise<T>,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    const period = this.#admit();
    let outcome: Outcome = 'neutral';
    try {
      const result = await operation();
      outcome = 'success';
      return result;
    } catch (error) {
      if (options.signal?.aborted !== true && isStoreFault(classify(error))) outcome = 'failure';
      throw error;
    } finally {
      this.#settle(period, outcome);
    }
  }

  /** Closes it and forgets all failures. Calls under way no longer count. */
  reset(): void {
    this.#enter('closed');
  }

  #admit(): number {
    if (this.#state === 'open') {
      if (!this.#timeIsOver()) throw this.#openError();
      this.#enter('half-open');
    }
    if (this.#state === 'half-open') {
      if (this.#probes >= this.#settings.halfOpenMaxCalls) {
        // Probes that never end must not keep the store out of reach for ever: others replace them.
        if (!this.#timeIsOver()) throw this.#openError();
        this.#enter('half-open');
      }
      this.#probes++;
    }
    return this.#period;
  }

  #settle(period: number, outcome: Outcome): void {
    if (period !== this.#period) return;
    if (this.#state === 'half-open') {
      this.#probes--;
      if (outcome === 'failure') this.#enter('open');
      if (outcome === 'success' && ++this.#successes >= this.#settings.successThreshold) {
        this.#enter('closed');
      }
    } else if (outcome === 'failure' && this.#failures.add(this.#now())) {
      this.#enter('open');
    }
  }

  #enter(state: CircuitState): void {
    const changed = state !== this.#state;
    this.#state = state;
    this.#changedAt = this.#now();
    this.#probes = 0;
    this.#successes = 0;
    this.#period++;
    this.#failures.clear();
    if (changed) notify(this.#onStateChange, state);
  }

  #timeIsOver(): boolean {
    return this.#now() - this.#changedAt >= this.#settings.timeout;
  }

  #openError(): CircuitBreakerOpenError {
    return new CircuitBreakerOpenError(
      `the circuit breaker is ${this.#state}: the store kept failing and is asked again ` +
        `${this.#settings.timeout} ms after that; check the store`,
    );
  }
}
