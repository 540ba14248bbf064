import { BackendError } from '../errors.ts';
import type { CacheEventEmitter } from '../events/events.ts';
import { errorType } from '../log/error-type.ts';
import type { RateLimited } from '../log/rate-limited.ts';
import type { CacheLayer, MetricsSink } from '../metrics/sink.ts';

/**
 * The one place through which a cache tells what it does: counts, metrics, events and log lines.
 * Where nobody listens nothing is allocated.
 */
export class Observer {
  readonly #metrics: MetricsSink;
  readonly #events: CacheEventEmitter;
  readonly #warnings: RateLimited;
  readonly #digest: (key: string) => string;
  readonly #now: () => number;

  /** @param digest names a key in a log line without showing it */
  constructor(
    metrics: MetricsSink,
    events: CacheEventEmitter,
    warnings: RateLimited,
    digest: (key: string) => string,
    now: () => number,
  ) {
    this.#metrics = metrics;
    this.#events = events;
    this.#warnings = warnings;
    this.#digest = digest;
    this.#now = now;
  }

  hit(key: string, layer: CacheLayer): void {
    this.#metrics.hit(layer);
    if (this.#events.has('hit')) this.#events.emit('hit', { key, layer });
  }

  miss(key: string): void {
    this.#metrics.miss();
    if (this.#events.has('miss')) this.#events.emit('miss', { key });
  }

  done(name: 'set' | 'delete' | 'refresh', key: string): void {
    if (this.#events.has(name)) this.#events.emit(name, { key });
  }

  evicted(key: string, reason: 'expired' | 'capacity' | 'poisoned'): void {
    if (this.#events.has('evict')) this.#events.emit('evict', { key, reason });
  }

  invalidated(
    level: string,
    details: { namespace?: string; key?: string; tags?: readonly string[] },
  ): void {
    if (this.#events.has('invalidate')) this.#events.emit('invalidate', { level, ...details });
  }

  /** As `failed`, of an event to or from other processes, which concerns no single key. */
  channelFailed(operation: string, type: string, error: unknown, consequence: string): void {
    this.#metrics.operation(operation, 'error', 0);
    this.#metrics.error(type);
    if (this.#events.has('error')) this.#events.emit('error', { operation, error });
    this.#warnings.warn(`${operation}:${type}`, `${operation} failed (${type}): ${consequence}`);
  }

  /** Seconds on the clock of `now`, 0 where no metric looks at durations. */
  succeeded(operation: string, startedMs: number): void {
    const seconds = this.#metrics.timed ? (this.#now() - startedMs) / 1000 : 0;
    this.#metrics.operation(operation, 'success', seconds);
  }

  /** When an operation begins, milliseconds; 0 where no metric looks at durations. */
  started(): number {
    return this.#metrics.timed ? this.#now() : 0;
  }

  /**
   * A failure that the caller may never see: counted, told to listeners, and logged once a minute for
   * each operation with the key's digest.
   */
  failed(operation: string, key: string, error: unknown, consequence: string): void {
    this.#metrics.operation(operation, 'error', 0);
    this.#metrics.error(errorType(error));
    if (this.#events.has('error')) this.#events.emit('error', { key, operation, error });
    const kind = kindOf(error);
    this.#warnings.warn(
      `${operation}:${kind}`,
      () => `${operation} failed (${kind}) for key ${this.#digest(key)}: ${consequence}`,
    );
  }
}

/** A store that refuses our credentials must not hide behind one that was briefly away. */
function kindOf(error: unknown): string {
  const type = errorType(error);
  return error instanceof BackendError ? `${type} ${error.classification}` : type;
}
