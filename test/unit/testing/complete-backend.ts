import { MemoryBackend } from '../../../js/backends/memory.ts';
import {
  BackendError,
  ConfigurationError,
  TimeoutError,
  ValueTooLargeError,
} from '../../../js/errors.ts';
import type { BackendSubject } from '../../../js/testing/index.ts';

export const MAX_VALUE_BYTES = 2_000_000;
export const MAX_KEY_BYTES = 500;
export const TIMEOUT_MS = 2000;

/** A store in memory with all that a store can have: limits, batches, and faults on demand. */
export class CompleteBackend extends MemoryBackend {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  fault: 'none' | 'broken' | 'stalled' = 'none';

  constructor(now: () => number) {
    super({ now });
    this.now = now;
  }

  validateKey(key: string): void {
    if (new TextEncoder().encode(key).length > MAX_KEY_BYTES || !key.isWellFormed()) {
      throw new ConfigurationError(`a key has at most ${MAX_KEY_BYTES} bytes`);
    }
  }

  override async get(key: string): Promise<Uint8Array | null> {
    this.validateKey(key);
    return await super.get(key);
  }

  override async delete(key: string): Promise<boolean> {
    this.validateKey(key);
    return await super.delete(key);
  }

  override async exists(key: string): Promise<boolean> {
    this.validateKey(key);
    return await super.exists(key);
  }

  override async set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    this.validateKey(key);
    if (value.length > MAX_VALUE_BYTES) throw new ValueTooLargeError('the value is too large');
    await super.set(key, value, ttlSeconds);
  }

  async getMany(keys: readonly string[]): Promise<(Uint8Array | null)[]> {
    return await Promise.all(keys.map((key) => this.get(key)));
  }

  async setMany(entries: readonly (readonly [string, Uint8Array])[], ttl?: number): Promise<void> {
    await Promise.all(entries.map(([key, value]) => this.set(key, value, ttl)));
  }

  async deleteMany(keys: readonly string[]): Promise<number> {
    const existed = await Promise.all(keys.map((key) => this.delete(key)));
    return existed.filter(Boolean).length;
  }
}

/** What a store does in another way than it should. */
export type Change = (store: CompleteBackend) => object;

/** Operations that fail with a fault. */
const OPERATIONS = [
  ...['get', 'set', 'delete', 'exists', 'getWithTtl', 'getMany', 'setMany', 'deleteMany'],
  ...['getTTL', 'refreshTTL', 'acquireLock', 'releaseLock'],
];

/** The store with the methods of the change in place of its own. */
function changed(store: CompleteBackend, change: object): CompleteBackend {
  return new Proxy(store, {
    get: (_, name) => {
      const source = name in change ? change : store;
      const member: unknown = Reflect.get(source, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const genuine = source === store && OPERATIONS.includes(String(name));
        return genuine && store.fault !== 'none'
          ? failing(store.fault)
          : Reflect.apply(member, source, args);
      };
    },
  });
}

async function failing(fault: 'broken' | 'stalled'): Promise<never> {
  if (fault === 'broken') throw new BackendError('the store is out of order');
  await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS / 10));
  throw new TimeoutError('the store did not answer');
}

/**
 * A subject of all that can be tested, with a store that is changed as it says.
 * @param clock milliseconds since the epoch; default what the tests give
 */
export function completeSubject(
  change: Change = () => ({}),
  others: Partial<BackendSubject> = {},
  clock?: () => number,
): BackendSubject {
  let store: CompleteBackend;
  return {
    name: 'complete',
    create: (now) => {
      store = new CompleteBackend(clock ?? now);
      return changed(store, change(store));
    },
    supports: ['getWithTtl', 'getMany', 'setMany', 'deleteMany', 'ttl', 'locks'],
    time: 'given',
    maxValueBytes: MAX_VALUE_BYTES,
    maxKeyBytes: MAX_KEY_BYTES,
    operationTimeoutMs: TIMEOUT_MS,
    break: () => {
      store.fault = 'broken';
    },
    stall: () => {
      store.fault = 'stalled';
    },
    ...others,
  };
}
