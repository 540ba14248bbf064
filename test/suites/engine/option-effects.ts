/** For each option of `createCache` itself two values, and what is seen to differ between them. */
import { vi } from 'vitest';
import type { StoredEntry } from '../../../js/backends/backend.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';
import { NoopMetrics } from '../../../js/metrics/noop.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { GROUP_EFFECTS } from './option-group-effects.ts';
import {
  bytesOf,
  type Effect,
  entriesAfter,
  failing,
  KEY,
  outcome,
  TEXT,
  ttlOf,
  writing,
} from './option-observers.ts';

class CountingBackend extends MemoryBackend {
  reads = 0;
  override async getWithTtl(key: string): Promise<StoredEntry | null> {
    this.reads++;
    return await super.getWithTtl(key);
  }
}

const createCache: Readonly<Record<string, Effect>> = {
  backend: {
    one: new CountingBackend(),
    other: new MemoryBackend(),
    observe: async (makeCache, { backend }) => {
      if (backend === undefined) throw new TypeError('a backend is given');
      await makeCache({ backend }).get('k');
      return backend instanceof CountingBackend && backend.reads > 0;
    },
  },
  defaultTtl: { one: 10, other: 20, observe: ttlOf((cache) => cache.set('k', 1)) },
  negativeTtl: { one: 10, other: 20, observe: ttlOf((cache) => cache.getOrSet('k', () => null)) },
  ttlJitter: { one: 0, other: 0.5, observe: ttlOf((cache) => cache.set('k', 1, { ttl: 100 })) },
  compression: { one: true, other: false, observe: bytesOf },
  encryption: { one: { masterKey: KEY }, other: undefined, observe: bytesOf },
  serializer: { one: { maxEncodedSize: 10 }, other: undefined, observe: writing(TEXT) },
  l1: { one: { enabled: false }, other: undefined, observe: entriesAfter(1) },
  reliability: { one: { degradation: false }, other: undefined, observe: failing(1) },
  keyFormat: {
    one: 'sealcache',
    other: 'cachekit-ts',
    observe: async (makeCache, options) => {
      const backend = new GatedBackend();
      const stored = vi.spyOn(backend, 'set');
      await makeCache({ backend, ...options }).wrap((_: number) => 1, { namespace: 'n' })(1);
      return stored.mock.calls[0]?.[0];
    },
  },
  metrics: {
    one: new NoopMetrics(),
    other: new NoopMetrics(),
    observe: async (makeCache, options) => {
      const { metrics } = options;
      if (!(metrics instanceof NoopMetrics)) throw new TypeError('a sink is given');
      const missed = vi.spyOn(metrics, 'miss');
      const given = metrics === createCache['metrics']?.one ? options : {};
      await makeCache({ backend: new GatedBackend(), ...given }).get('k');
      const misses = missed.mock.calls.length;
      missed.mockRestore();
      return misses;
    },
  },
  tracing: {
    // Views with spans are the entries' own to open; here it is seen at the store.
    one: true,
    other: false,
    observe: async (makeCache, { tracing }) => {
      const names: string[] = [];
      const recording = {
        enabled: true,
        withSpan: <T>(span: string, _: object, fn: () => T): T => {
          names.push(span);
          return fn();
        },
      };
      const given = tracing === true ? { tracing: recording } : {};
      await makeCache({ backend: new GatedBackend(), ...given }).get('k');
      return names;
    },
  },
  invalidation: {
    // Without a platform that can listen it is refused, never ignored.
    one: { transport: new LocalInvalidationTransport() },
    other: undefined,
    observe: async (makeCache, options) =>
      await outcome(() => typeof makeCache({ backend: new GatedBackend(), ...options })),
  },
  stampede: {
    one: { distributedLock: true },
    other: undefined,
    observe: async (makeCache, options) => {
      const backend = new MemoryBackend();
      const locked = vi.spyOn(backend, 'acquireLock');
      await makeCache({ backend, ...options }).getOrSet('k', () => 1);
      return locked.mock.calls.length;
    },
  },
};

/** By group, `createCache` itself first. */
export const CACHE_EFFECTS = { createCache, ...GROUP_EFFECTS } as const;
