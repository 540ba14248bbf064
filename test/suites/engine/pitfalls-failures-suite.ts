/** What failures are told, and what they leave alone (PITFALLS A12, A22; B6, B8, B12, B48, B55, B59). */
import { describe, expect, test, vi } from 'vitest';
import type { SecureCache } from '../../../js/api.ts';
import { WorkersKVBackend } from '../../../js/backends/workers-kv.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { FakeKV } from '../../helpers/fake-kv.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const NO_CALLS = { get: 0, set: 0, delete: 0, exists: 0 };
const DIGEST = /for key [0-9a-f]{32}: /;

/** Every call that takes a key. */
const keyed = (cache: SecureCache, key: string): (() => Promise<unknown>)[] => [
  () => cache.get(key),
  () => cache.set(key, 1),
  () => cache.delete(key),
  () => cache.exists(key),
  () => cache.getMany(['fine', key]),
  () => cache.setMany(['fine', key].map((each) => [each, 1] as const)),
  () => cache.deleteMany(['fine', key]),
  () => cache.getOrSet(key, () => 1),
  () => cache.invalidate('params', { key }),
];

export function pitfallsFailuresSuite(name: string, makeCache: MakeCache): void {
  const encryption = { masterKey: generateKey() };

  describe(`${name}: failures that others did not tell`, () => {
    const lines = captureLog();

    test('A12: without a word on reliability a failure is a miss that is told', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      backend.failWith(new BackendError('down'));
      const told: string[] = [];
      cache.on('error', ({ operation }) => told.push(operation));
      for (let i = 0; i < 3; i++) expect(await cache.get('k')).toBeNull();
      await cache.set('k', 1);
      expect(await cache.delete('k')).toBe(false);
      expect(await cache.exists('k')).toBe(false);
      expect(told).toEqual(['get', 'get', 'get', 'set', 'delete', 'exists']);
      expect(cache.stats().errors).toEqual({ ERR_BACKEND: 6 });
      expect(lines).toHaveLength(4);
      // No retry and no breaker were asked for.
      expect(backend.calls).toEqual({ get: 3, set: 1, delete: 1, exists: 1 });
      expect(cache.stats().breaker).toBe('closed');
    });

    test.each([
      ['an empty key', ''],
      ['a lone surrogate', 'k\ud800'],
      ['a key of 66,000 bytes in 22,000 characters', '€'.repeat(22_000)],
    ])('B6: %s is refused by every call, before any I/O', async (_what, key) => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, encryption });
      for (const call of keyed(cache, key))
        await expect(call()).rejects.toThrow(ConfigurationError);
      expect(backend.calls).toEqual(NO_CALLS);
      expect(cache.stats().errors).toEqual({});
    });

    test('B6, B33: a key that the store cannot take never reaches it', async () => {
      const kv = new FakeKV();
      const cache = makeCache({ backend: new WorkersKVBackend(kv) });
      kv.failure = new Error('asked');
      for (const call of keyed(cache, 'é'.repeat(257))) {
        await expect(call()).rejects.toThrow(/512 bytes/);
      }
      expect(cache.stats().errors).toEqual({});
    });

    test('B6: nor does a wrapped call whose key is too long', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, encryption });
      const wrapped = cache.wrap(() => 1, { namespace: 'n'.repeat(65_500) });
      await expect(wrapped()).rejects.toThrow(ConfigurationError);
      expect(backend.calls).toEqual(NO_CALLS);
    });

    test.each([
      ['plaintext', {}],
      ['encrypted', { encryption }],
    ])('B8: with the breaker open a refresh still renews L1, %s', async (_mode, options) => {
      const clock = new ManualClock();
      const backend = new GatedBackend();
      const reliability = { circuitBreaker: { failureThreshold: 1 } };
      const cache = makeCache({ backend, reliability, ...options }, clock);
      let runs = 0;
      const ask = () => cache.getOrSet('k', async () => ++runs, { ttl: 100 });
      await ask();
      backend.failWith(new BackendError('down'));
      await cache.get('other');
      expect(cache.stats().breaker).toBe('open');
      clock.advance(60_000);
      expect(await ask()).toBe(1);
      await vi.waitFor(async () => expect(await ask()).toBe(2));
      clock.advance(30_000);
      for (let i = 0; i < 5; i++) expect(await ask()).toBe(2);
      expect(runs).toBe(2);
    });

    test('B12: writes that are rejected are one line a minute, by digest', async () => {
      const clock = new ManualClock();
      const cache = makeCache({ backend: new GatedBackend() }, clock);
      const bad = { secret: () => 'hunter2' };
      await cache.get('loads the core');
      for (let i = 0; i < 5; i++) await cache.set('user:hunter2', bad);
      expect(lines).toHaveLength(1);
      clock.advance(60_000);
      await cache.set('user:hunter2', bad);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(/^encode failed \(ERR_SERIALIZATION\) for key [0-9a-f]{32}: /);
      expect(lines[1]).toContain('4 more');
      expect(lines.join()).not.toMatch(/hunter2|secret|function/);
      expect(cache.stats().operations['encode']?.error).toBe(6);
    });

    test('B12: nor do lines repeat what the store says', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      await cache.get('loads the core');
      backend.failWith(new Error('no user:hunter2 at redis://admin:hunter2@host\nforged line'));
      await cache.set('user:hunter2', 1);
      await cache.get('user:other');
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(line).toMatch(DIGEST);
      expect(lines.join()).not.toMatch(/hunter2|redis|forged|\n/);
    });

    test('B48: an invalidation that could do nothing is refused', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      for (const args of [
        [],
        ['everything'],
        ['namespace'],
        ['namespace', { namespace: '' }],
        ['params'],
        ['params', { key: '' }],
        ['params', { namespace: 'n' }],
        ['global', { keys: ['k'] }],
        ['tags', { tags: [] }],
        [{ namespace: 'n' }],
      ]) {
        const call: unknown = Reflect.apply(cache.invalidate, cache, args);
        await expect(call).rejects.toThrow(ConfigurationError);
      }
      expect(backend.calls).toEqual(NO_CALLS);
    });

    test('B48: a delete that the store refused is told, and L1 has forgotten', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      for (const remove of [
        () => cache.delete('k'),
        () => cache.deleteMany(['k']),
        () => cache.invalidate('params', { key: 'k' }),
      ]) {
        await cache.set('k', 1);
        const failures = cache.stats().operations['delete']?.error ?? 0;
        backend.failWith(new BackendError('down'));
        await remove();
        expect(cache.stats().operations['delete']?.error).toBe(failures + 1);
        expect(cache.stats().l1.entries).toBe(0);
        backend.failWith(null);
      }
      expect(lines.filter((line) => line.startsWith('delete failed'))).toHaveLength(1);
    });

    test('B59: global drops all that is here, of every namespace', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      const wrapped = cache.wrap(() => 1, { namespace: 'n' });
      await wrapped();
      await cache.set('a', 1);
      await cache.set('b', 2, { namespace: 'other' });
      expect(cache.stats().l1.entries).toBe(3);
      await cache.invalidate('global');
      expect(cache.stats().l1).toMatchObject({ entries: 0, bytes: 0 });
      const asked = backend.calls.get;
      expect([await cache.get('a'), await cache.get('b'), await wrapped()]).toEqual([1, 2, 1]);
      expect(backend.calls.get).toBe(asked + 3);
    });

    test.each(['get', 'getMany', 'getOrSet', 'wrap'] as const)(
      'B55: %s removes an entry that no reader can open, and reads it once',
      async (way) => {
        const backend = new GatedBackend();
        const cache = makeCache({ backend, encryption, reliability: { retry: { baseDelay: 0 } } });
        const wrapped = cache.wrap(() => 'computed', { namespace: 'n' });
        await wrapped();
        await cache.set('k', 'v');
        await cache.invalidate('global');
        const keys = new Set<string>();
        const look = vi.spyOn(backend, 'get').mockImplementation(async (key) => {
          keys.add(key);
          return new Uint8Array(60);
        });
        const removed = vi.spyOn(backend, 'delete');
        const stored = vi.spyOn(backend, 'set');
        const outcome = {
          get: () => cache.get('k'),
          getMany: async () => (await cache.getMany(['k'])).get('k') ?? null,
          getOrSet: () => cache.getOrSet('k', () => 'computed'),
          wrap: wrapped,
        };
        const computes = way === 'getOrSet' || way === 'wrap';
        expect(await outcome[way]()).toBe(computes ? 'computed' : null);
        await vi.waitFor(() => expect(removed.mock.calls).toEqual([[[...keys][0]]]));
        expect(look).toHaveBeenCalledTimes(1);
        expect(stored).toHaveBeenCalledTimes(computes ? 1 : 0);
        expect(cache.stats().operations['l2_decode']?.error).toBe(1);
      },
    );

    test('A22: listeners hear only of batches that the store took', async () => {
      const backend = new GatedBackend();
      const setMany = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValue(new Error('down'));
      Object.assign(backend, { setMany });
      const cache = makeCache({ backend });
      const heard: string[] = [];
      cache.on('set', ({ key }) => heard.push(key));
      await cache.setMany([['taken', 1]]);
      await cache.setMany([['refused', 1]]);
      expect(heard).toEqual(['taken']);
      expect(await cache.get('refused')).toBe(1);
    });
  });
}
