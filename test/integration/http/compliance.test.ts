/** What every backend does, over the cache service in workerd. */
import { afterAll, beforeAll } from 'vitest';
import type { LockableBackend, StoredEntry, TTLBackend } from '../../../js/backends/backend.ts';
import type { CachekitIOBackend } from '../../../js/backends/http/cachekitio.ts';
import { testBackend } from '../../../js/testing/index.ts';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { vitestRunner } from '../../helpers/vitest-runner.ts';
import { apiKeyOf, backendOf } from './service-client.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startService();
}, 120_000);
afterAll(() => service.stop());

testBackend(vitestRunner, {
  name: 'the cache service',
  supports: ['getWithTtl', 'ttl', 'locks'],
  cannotTell: ['delete', 'releaseLock'],
  longestTtlSeconds: 2_592_000,
  maxValueBytes: 25 * 1024 * 1024,
  operationTimeoutMs: 20_000,
  // A tenant of its own is an empty store.
  create: async () => new AnyKeys(backendOf(service, await apiKeyOf(service))),
});

/** The tests use any text as a key. The service takes few characters; the client leaves that to it. */
class AnyKeys implements TTLBackend, LockableBackend {
  readonly #backend: CachekitIOBackend;

  constructor(backend: CachekitIOBackend) {
    this.#backend = backend;
  }

  get(key: string): Promise<Uint8Array | null> {
    return this.#backend.get(named(key));
  }

  getWithTtl(key: string): Promise<StoredEntry | null> {
    return this.#backend.getWithTtl(named(key));
  }

  set(key: string, value: Uint8Array, ttlSeconds?: number): Promise<void> {
    return this.#backend.set(named(key), value, ttlSeconds);
  }

  delete(key: string): Promise<boolean> {
    return this.#backend.delete(named(key));
  }

  exists(key: string): Promise<boolean> {
    return this.#backend.exists(named(key));
  }

  getTTL(key: string): Promise<number | null> {
    return this.#backend.getTTL(named(key));
  }

  refreshTTL(key: string, ttlSeconds: number): Promise<boolean> {
    return this.#backend.refreshTTL(named(key), ttlSeconds);
  }

  acquireLock(key: string, timeoutMs: number): Promise<string | null> {
    return this.#backend.acquireLock(named(key), timeoutMs);
  }

  releaseLock(key: string, lockId: string): Promise<boolean> {
    return this.#backend.releaseLock(named(key), lockId);
  }

  close(): Promise<void> {
    return this.#backend.close();
  }
}

/** UTF-16, so that lone surrogates stay apart. */
function named(key: string): string {
  return `k-${Buffer.from(key, 'utf16le').toString('base64url')}`;
}
