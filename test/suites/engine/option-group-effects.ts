/** For each option of a group two values, and what is seen to differ between them. */
import { vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { L1Cache } from '../../../js/l1/l1-cache.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import {
  type Effect,
  entriesAfter,
  failing,
  KEY,
  OTHER_KEY,
  readingAfter,
  refreshes,
  TEXT,
  writing,
} from './option-observers.ts';

const encryption: Readonly<Record<string, Effect>> = {
  masterKey: {
    one: KEY,
    other: OTHER_KEY,
    observe: readingAfter({ encryption: { masterKey: KEY } }),
  },
  tenantId: {
    one: 'a',
    other: 'b',
    base: { masterKey: KEY },
    observe: readingAfter({ encryption: { masterKey: KEY, tenantId: 'a' } }),
  },
  previousMasterKeys: {
    one: [KEY],
    other: [],
    base: { masterKey: OTHER_KEY },
    observe: readingAfter({ encryption: { masterKey: KEY } }),
  },
  onFailure: {
    one: 'throw',
    other: 'miss',
    base: { masterKey: OTHER_KEY },
    observe: readingAfter({ encryption: { masterKey: KEY } }),
  },
  hideKeys: {
    one: true,
    other: false,
    base: { masterKey: KEY },
    observe: async (makeCache, options) => {
      const backend = new GatedBackend();
      await makeCache({ backend, ...options }).set('k', 1);
      return await backend.store.exists('k');
    },
  },
  padding: {
    one: 'padme',
    other: 64,
    base: { masterKey: KEY },
    observe: async (makeCache, options) => {
      const backend = new GatedBackend();
      await makeCache({ backend, compression: false, ...options }).set('k', 'x'.repeat(30));
      return (await backend.store.get('k'))?.length;
    },
  },
};

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

const serializer: Readonly<Record<string, Effect>> = {
  maxEncodedSize: { one: 10, other: 100, observe: writing(TEXT) },
  maxDecodedSize: { one: 10, other: 100, observe: readingAfter({}) },
  maxCollectionSize: { one: 2, other: 3, observe: writing([1, 2, 3]) },
  maxDepth: { one: 32, other: 33, observe: writing(nested(33)) },
};

const l1: Readonly<Record<string, Effect>> = {
  enabled: { one: true, other: false, observe: entriesAfter(1) },
  maxEntries: { one: 1, other: 2, observe: entriesAfter(3) },
  maxMemory: { one: 8_000, other: 80_000, observe: entriesAfter(30) },
  swrEnabled: { one: true, other: false, observe: refreshes(['a'], 90_000) },
  swrThresholdRatio: { one: 0.1, other: 0.9, observe: refreshes(['a'], 50_000) },
  maxConcurrentRefreshes: { one: 1, other: 2, observe: refreshes(['a', 'b', 'c'], 90_000) },
  namespaceIndex: {
    one: true,
    other: false,
    observe: async (makeCache, options) => {
      const kept = vi.spyOn(L1Cache.prototype, 'keep');
      await makeCache({ backend: new GatedBackend(), ...options }).set('k', 1);
      const [tier] = kept.mock.contexts;
      kept.mockRestore();
      return tier instanceof L1Cache ? tier.stats.namespaces : undefined;
    },
  },
  isolation: {
    one: 'copy',
    other: 'shared',
    observe: async (makeCache, options) => {
      const cache = makeCache({ backend: new GatedBackend(), ...options });
      await cache.set('k', {});
      const [first, second] = [await cache.get('k'), await cache.get('k')];
      return first === second;
    },
  },
};

const reliability: Readonly<Record<string, Effect>> = {
  degradation: { one: true, other: false, observe: failing(1) },
  circuitBreaker: { one: { failureThreshold: 1 }, other: undefined, observe: failing(2) },
  retry: { one: { maxAttempts: 2, baseDelay: 0 }, other: undefined, observe: failing(1) },
};

/** What is asked of a lock that another holds. */
const askedOf =
  (seen: (timeout: unknown, calls: number) => unknown): Effect['observe'] =>
  async (makeCache, options) => {
    const backend = new MemoryBackend();
    const locked = vi.spyOn(backend, 'acquireLock').mockResolvedValue(null);
    await makeCache({ backend, ...options }).getOrSet('k', () => 1);
    const { calls } = locked.mock;
    return seen(calls[0]?.[1], calls.length);
  };

const lock = { distributedLock: true, lockWaitMs: 0, lockPollMs: 5 };
const stampede: Readonly<Record<string, Effect>> = {
  distributedLock: {
    one: true,
    other: false,
    base: lock,
    observe: askedOf((_timeout, calls) => calls > 0),
  },
  lockTimeoutMs: { one: 1000, other: 2000, base: lock, observe: askedOf((timeout) => timeout) },
  lockWaitMs: {
    one: 0,
    other: 30,
    base: lock,
    observe: askedOf((_timeout, calls) => calls > 1),
  },
  lockPollMs: {
    one: 1000,
    other: 5,
    base: { ...lock, lockWaitMs: 300 },
    // Two, or three where a timer is early, against dozens.
    observe: askedOf((_timeout, calls) => calls > 4),
  },
};

export const GROUP_EFFECTS = { encryption, serializer, l1, reliability, stampede } as const;
