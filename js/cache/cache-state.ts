import type { Backend } from '../backends/backend.ts';
import type { ValueCodec } from '../codec/index.ts';
import type { MaybePromise } from '../core/core.ts';
import { BackendError } from '../errors.ts';
import type { CacheEventEmitter } from '../events/events.ts';
import type { Invalidator } from '../invalidation/invalidator.ts';
import type { WrapKeys } from '../keys/wrap-key.ts';
import type { Counters } from '../metrics/counters.ts';
import type { MetricsSink } from '../metrics/sink.ts';
import type { Tracing } from '../metrics/tracing.ts';
import type { EntryFormat } from './entry-format.ts';
import type { InteropEngine } from './interop-engine.ts';
import type { LocalTier } from './local-tier.ts';
import type { Observer } from './observer.ts';
import { requireNotOwnKey } from './own-keys.ts';
import type { Resolver } from './resolver.ts';
import type { Store } from './store.ts';
import type { TagVersions } from './tag-versions.ts';
import type { Watches } from './watches.ts';
import type { Writer } from './writer.ts';

/** Everything the views of one cache share; put together in create-cache.ts. */
export interface CacheParts {
  readonly backend: Backend;
  readonly store: Store;
  readonly format: EntryFormat;
  readonly codec: ValueCodec;
  readonly local: LocalTier | null;
  readonly writer: Writer;
  readonly resolver: Resolver;
  readonly watches: Watches;
  readonly observer: Observer;
  readonly tags: TagVersions;
  /** `null` for a cache on its own. */
  readonly invalidator: Invalidator | null;
  readonly events: CacheEventEmitter;
  readonly counters: Counters;
  readonly metrics: MetricsSink;
  readonly tracing: Tracing;
  /** Whether operations have spans: whether the cache was given a tracing at all. */
  readonly traced: boolean;
  /** What logs and spans call a key. */
  readonly digest: (key: string) => string;
  /** Loads the core with the first use. */
  readonly keys: () => MaybePromise<WrapKeys>;
  /** For functions that share their entries with other SDKs. */
  readonly interop: InteropEngine;
  /** Seconds. */
  readonly defaultTtl: number;
  readonly negativeTtl: number | undefined;
  readonly ttlJitter: number;
  readonly random: () => number;
}

/** The life of a cache: its parts, what every call checks first, and the one close. */
export class CacheState {
  readonly parts: CacheParts;
  #closing: Promise<void> | null = null;

  constructor(parts: CacheParts) {
    this.parts = parts;
  }

  /** @throws {BackendError} after close; {ConfigurationError} for a key that cannot be stored */
  requireUsable(key: string): void {
    this.requireOpen();
    this.parts.format.validateKey(key);
    requireNotOwnKey(key);
    this.parts.backend.validateKey?.(key);
  }

  requireOpen(): void {
    if (this.#closing !== null) {
      throw new BackendError('the cache is closed; create a new one', 'permanent');
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Every step runs even when an earlier one fails. */
  async #close(): Promise<void> {
    const { format, codec, interop, local, events, metrics, resolver, watches, backend } =
      this.parts;
    const { invalidator } = this.parts;
    const failures: unknown[] = [];
    // Begun first and waited for last: a transport that does not answer must not keep keys alive.
    const deaf = Promise.allSettled([invalidator?.close()]);
    const steps: (() => unknown)[] = [
      () => watches.overtakeAll(),
      () => resolver.forgetAll(),
      () => format.dispose(),
      () => codec.wipe(),
      () => interop.wipe(),
      () => local?.close(),
      () => metrics.close(),
      () => events.clear(),
      () => backend.close(),
    ];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    for (const end of await deaf) if (end.status === 'rejected') failures.push(end.reason);
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'closing the cache failed');
  }
}
