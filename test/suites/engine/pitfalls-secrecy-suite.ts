/** Ciphertext in every tier, and one tenant for every use (PITFALLS A28; B1, B2, B4, B38). */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { WorkersKVBackend } from '../../../js/backends/workers-kv.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { L1Cache } from '../../../js/l1/l1-cache.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { FakeKV } from '../../helpers/fake-kv.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const SECRET = 'attack at dawn';
const text = (bytes: unknown) =>
  bytes instanceof Uint8Array ? new TextDecoder('latin1').decode(bytes) : JSON.stringify(bytes);

export function pitfallsSecrecySuite(name: string, makeCache: MakeCache): void {
  const masterKey = generateKey();

  describe(`${name}: what the tiers hold`, () => {
    afterEach(() => void vi.restoreAllMocks());

    /** Every way by which a value gets into L1. */
    async function fill(options: object) {
      const kept = vi.spyOn(L1Cache.prototype, 'keep');
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const stored = vi.spyOn(backend, 'set');
      const [cache, peer] = [1, 2].map(() => makeCache({ backend, ...options }, clock));
      if (cache === undefined || peer === undefined) throw new TypeError('two were made');
      const value = { note: SECRET };
      await cache.set('set', value);
      await cache.set('tagged', value, { tags: ['t'] });
      await cache.set('stale', value, { staleIfError: 5 });
      await cache.setMany([['many', value]]);
      await peer.get('set');
      await peer.getMany(['many', 'tagged', 'stale']);
      const computed = () => cache.getOrSet('computed', async () => value, { ttl: 100 });
      await computed();
      clock.advance(90_000);
      const before = kept.mock.calls.length;
      await computed();
      await vi.waitFor(() => expect(kept.mock.calls.length).toBe(before + 1));
      return {
        local: kept.mock.calls.map(([, content]) => text(content)),
        // The versions of tags are stored, too, but kept nowhere else.
        store: stored.mock.calls.map(([, bytes]) => text(bytes)),
      };
    }

    test.each([true, false])(
      'B1: L1 and store hold ciphertext alone, packed %s',
      async (packed) => {
        const { local, store } = await fill({ encryption: { masterKey }, compression: packed });
        expect(local).toHaveLength(10);
        expect(store.length).toBeGreaterThanOrEqual(6);
        expect([...local, ...store].filter((held) => held.includes(SECRET))).toEqual([]);
        // Not ciphertext of their own: what the store holds.
        expect(local.filter((held) => !store.includes(held))).toEqual([]);
      },
    );

    test('B1: which this would see', async () => {
      const { local, store } = await fill({});
      expect(local.every((held) => held.includes(SECRET))).toBe(true);
      expect(store.some((held) => held.includes(SECRET))).toBe(true);
    });

    test('B1: decoded values are never kept beside ciphertext', () => {
      const shared = { encryption: { masterKey }, l1: { isolation: 'shared' } } as const;
      const make = () => makeCache({ backend: new MemoryBackend(), ...shared });
      expect(make).toThrow(ConfigurationError);
      expect(make).toThrow('ciphertext');
    });
  });

  describe(`${name}: what secures`, () => {
    captureLog();

    test('B2: no tenant is the tenant "default", for keys and entries alike', async () => {
      const backend = new MemoryBackend();
      const open = (tenantId?: string) => {
        const encryption = tenantId === undefined ? { masterKey } : { masterKey, tenantId };
        return makeCache({ backend, encryption, l1: { enabled: false } });
      };
      await open().set('k', 1);
      expect(await open('default').get('k')).toBe(1);
      await open('default').set('k', 2);
      expect(await open().get('k')).toBe(2);
      expect(await open('Default').get('k')).toBeNull();
      expect(() => open('')).toThrow(ConfigurationError);
    });

    test('A28, B4: secure.wrap refuses a cache without encryption when it wraps', () => {
      const plain = makeCache({ backend: new MemoryBackend() });
      const compute = vi.fn(() => 1);
      expect(() => plain.secure.wrap(compute, { namespace: 'n' })).toThrow(ConfigurationError);
      expect(compute).not.toHaveBeenCalled();
    });

    test('A28: secure.wrap and wrap share entries, all of them sealed', async () => {
      const backend = new MemoryBackend();
      const stored = vi.spyOn(backend, 'set');
      const cache = makeCache({ backend, encryption: { masterKey } });
      const compute = vi.fn(() => SECRET);
      await cache.wrap(compute, { namespace: 'n' })();
      expect(await cache.secure.wrap(compute, { namespace: 'n' })()).toBe(SECRET);
      expect(compute).toHaveBeenCalledTimes(1);
      await cache.secure.wrap(compute, { namespace: 'other' })();
      expect(stored).toHaveBeenCalledTimes(2);
      for (const [, bytes] of stored.mock.calls) expect(text(bytes)).not.toContain(SECRET);
    });

    test('B38: entries are packed unless asked otherwise, on each store alike', async () => {
      const kv = new FakeKV();
      const memory = new MemoryBackend();
      const sealed = { encryption: { masterKey }, l1: { enabled: false } };
      for (const backend of [memory, new WorkersKVBackend(kv)]) {
        await makeCache({ backend }).set('plain', SECRET);
        expect((await backend.get('plain'))?.[0]).toBe(0x94);
        await makeCache({ backend, ...sealed }).set('sealed', SECRET);
        const asked = makeCache({ backend, ...sealed, compression: true });
        expect(await asked.get('sealed')).toBe(SECRET);
      }
      // So that an entry may move from one store to another.
      await memory.set('moved', kv.values.get('sealed') ?? new Uint8Array(0));
      await memory.set('sealed', kv.values.get('sealed') ?? new Uint8Array(0));
      expect(await makeCache({ backend: memory, ...sealed }).get('sealed')).toBe(SECRET);
      expect(await makeCache({ backend: memory, ...sealed }).get('moved')).toBeNull();
    });
  });
}
