import type { Backend } from '../backends/backend.ts';
import type { TimeMode } from './time.ts';

/**
 * An optional part of the contract: an optional method of `Backend`, `ttl` for all of `TTLBackend` or
 * `locks` for all of `LockableBackend`.
 */
export type Feature = 'getWithTtl' | 'getMany' | 'setMany' | 'deleteMany' | 'ttl' | 'locks';

/** The store to test, and what it can and cannot do. */
export interface BackendSubject {
  /** What the tests are listed under. */
  name: string;
  /**
   * A fresh, empty store; called by each test.
   * @param now milliseconds since the epoch, for a store whose `time` is `'given'`
   */
  create(now: () => number): Backend | PromiseLike<Backend>;
  /** Called at the end of each test, after `close()`: removes what `create` made, ends what `break` and `stall` did. */
  cleanup?(): unknown;
  /** All of the optional parts that the store has. Default none. */
  supports?: readonly Feature[];
  /**
   * How time passes for the store. Default `'real'`: some tests wait four seconds, or one more than
   * `smallestTtlSeconds`.
   * * `'given'`: it asks the `now` that `create` was given, so that tests reach every millisecond.
   * * a function that moves the store's time on by so many milliseconds.
   * * `'untested'`: the tests that need time to pass are left out.
   */
  time?: TimeMode;
  /** The shortest TTL, in seconds; shorter ones are raised to it, or refused. Default 1. */
  smallestTtlSeconds?: number;
  /** The longest TTL, in seconds; longer ones are refused. Default ten years of 365 days. */
  longestTtlSeconds?: number;
  /** The largest value under a key of three bytes, at least 1,024. Default: nothing above 1 MiB is tested. */
  maxValueBytes?: number;
  /** The longest key, in bytes of UTF-8, at least 64. Default: long keys are not tested. */
  maxKeyBytes?: number;
  /** Instead, where the store counts in UTF-16 units, as `key.length` does. */
  maxKeyCharacters?: number;
  /**
   * Operations that always answer `true`, because the store does not say whether something was there:
   * `delete` (with `deleteMany`) and `releaseLock`. Default none.
   */
  cannotTell?: readonly ('delete' | 'releaseLock')[];
  /** Makes every operation of the store in use fail, as a server that is gone. */
  break?(): unknown;
  /** Makes the store in use answer nothing any more, as a server that hangs. */
  stall?(): unknown;
  /** Milliseconds in which each operation ends, also on a stalled store. Default 10,000. */
  operationTimeoutMs?: number;
}
