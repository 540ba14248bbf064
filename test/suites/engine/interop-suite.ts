/** `wrap` in interop mode: what the store holds, what callers get, and what is refused. */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import type { Core, MaybePromise } from '../../../js/core/core.ts';
import { EncryptionManagerBase } from '../../../js/core/encryption-manager.ts';
import { ConfigurationError, SerializationError } from '../../../js/errors.ts';
import { decodeInteropValue, encodeInteropValue } from '../../../js/interop/codec.ts';
import { generateInteropKey } from '../../../js/interop/keys.ts';
import { InteropFloat } from '../../../js/interop/markers.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { interopRefusalsSuite } from './interop-refusals-suite.ts';
import { type MakeCache, ManualClock } from './make-cache.ts';

const masterKey = generateKey();
const VALUE = { total: new InteropFloat(2), tags: new Set(['b', 'a']), at: new Date(0) };
const SETTLED = { total: 2, tags: ['a', 'b'], at: new Date(0) };

export function interopSuite(
  name: string,
  makeCache: MakeCache,
  loadCore: () => MaybePromise<Core>,
): void {
  interopRefusalsSuite(name, makeCache);

  test(`${name}: interop mode stores version 1 where no version is named`, async () => {
    const backend = new MemoryBackend();
    const cache = makeCache({ backend });
    const order = cache.wrap(async (_id: number): Promise<unknown> => VALUE, {
      namespace: 'shop',
      interop: 'order',
      interopArity: 1,
    });
    await order(7);
    const key = await generateInteropKey(loadCore, 'shop', 'order', [7]);
    expect(await backend.get(key)).toEqual(encodeInteropValue(VALUE));
  });

  describe.each([
    ['plaintext, version 1', {}, 1],
    ['encrypted, version 1', { encryption: { masterKey } }, 1],
    ['plaintext, version 2', {}, 2],
    ['encrypted, version 2', { encryption: { masterKey } }, 2],
  ] as const)(`${name}, %s: interop mode`, (_mode, options, version) => {
    captureLog();
    const registration = {
      namespace: 'shop',
      interop: { operation: 'order', version },
      interopArity: 1,
    };
    const open = (backend = new GatedBackend()) => {
      let calls = 0;
      const register = (cache: ReturnType<MakeCache>, more = {}) =>
        cache.wrap(
          async (_id: number): Promise<unknown> => {
            calls++;
            return VALUE;
          },
          { ...registration, ...more },
        );
      const cache = makeCache({ backend, ...options });
      return { backend, cache, register, order: register(cache), calls: () => calls };
    };
    const keyOf = async (...args: unknown[]) => generateInteropKey(loadCore, 'shop', 'order', args);

    test('the store holds what other SDKs look for', async () => {
      const { backend, order } = open();
      await order(7);
      const key = await keyOf(7);
      const stored = (await backend.store.get(key)) ?? new Uint8Array(0);
      const container = 'encryption' in options ? await opened(stored, key) : stored;
      expect(decodeInteropValue(await payloadOf(container))).toEqual(SETTLED);
      expect(await payloadOf(container)).toEqual(encodeInteropValue(VALUE));
    });

    /** Whose AAD says "True" for every container of version 2 (PROTOCOL §9). */
    async function opened(stored: Uint8Array, key: string): Promise<Uint8Array> {
      const manager = new EncryptionManagerBase(loadCore, masterKey);
      return await manager.decrypt(stored, key, version === 2);
    }

    async function payloadOf(container: Uint8Array): Promise<Uint8Array> {
      if (version === 1) return container;
      return (await loadCore()).unpackInterop(container, 1000);
    }

    test('all callers get the same: of the computation, of L1 and of the store', async () => {
      const { backend, cache, order, register, calls } = open();
      const together = await Promise.all([order(7), order(7)]);
      const peer = register(makeCache({ backend, ...options }));
      for (const seen of [...together, await order(7), await peer(7)]) {
        expect(seen).toEqual(SETTLED);
      }
      expect(together[0]).not.toBe(together[1]);
      expect(calls()).toBe(1);
      expect(cache.stats().hits).toEqual({ l1: 1, l2: 0 });
    });

    test('skipL1 asks the store', async () => {
      const { backend, cache, register } = open();
      const order = register(cache, { skipL1: true });
      await order(7);
      expect(await order(7)).toEqual(SETTLED);
      expect(backend.calls.get).toBe(2);
    });

    test('what another SDK has written is read, whatever it looks like', async () => {
      const { backend, order, calls } = open();
      // Begins as a label of sealcache does, which has no place here: an extension with no bytes.
      const value = Uint8Array.of(0xc8, 0, 0, 83);
      await backend.store.set(await keyOf(7), await written(value, await keyOf(7)));
      expect(await order(7)).toMatchObject({ type: 83 });
      expect(calls()).toBe(0);
    });

    async function written(value: Uint8Array, key: string): Promise<Uint8Array> {
      const core = await loadCore();
      const container = version === 1 ? value : core.packInterop(value, false);
      if (!('encryption' in options)) return container;
      const manager = new EncryptionManagerBase(loadCore, masterKey);
      return await manager.encrypt(container, key, version === 2);
    }

    test('an entry that is none is a miss in version 1 and an error in version 2', async () => {
      const { backend, order, calls } = open();
      const key = await keyOf(7);
      await backend.store.set(key, Uint8Array.of(0xc1, 1, 2));
      if (version === 1) {
        expect(await order(7)).toEqual(SETTLED);
        expect(calls()).toBe(1);
        expect(await backend.store.get(key)).not.toHaveLength(3);
      } else {
        await expect(order(7)).rejects.toThrow();
        expect(calls()).toBe(0);
        expect(await backend.store.get(key)).toHaveLength(3);
      }
    });

    test('an entry of the other version is not read', async () => {
      const { cache, order, register } = open();
      const other = register(cache, {
        interop: { operation: 'order', version: version === 1 ? 2 : 1 },
        skipL1: true,
      });
      await other(7);
      await cache.invalidate('global');
      if (version === 2) await expect(order(7)).rejects.toThrow();
      else expect(await order(7)).toEqual(SETTLED);
    });

    test('null has its own TTL', async () => {
      const backend = new MemoryBackend();
      const stored = vi.spyOn(backend, 'set');
      const cache = makeCache({ backend, negativeTtl: 5, ...options });
      const find = cache.wrap(async (_id: number) => null, registration);
      expect([await find(1), await find(1)]).toEqual([null, null]);
      expect(stored.mock.calls.map(([, , ttl]) => ttl)).toEqual([5]);
    });

    test('a value outside of the model rejects the call, with degradation, too', async () => {
      const { backend, cache } = open();
      const odd = cache.wrap(async (_id: number): Promise<unknown> => new Map(), registration);
      await expect(odd(1)).rejects.toThrow(SerializationError);
      expect(backend.calls.set).toBe(0);
    });

    test('an argument outside of the model rejects the call before any I/O', async () => {
      const { backend, cache } = open();
      const any = cache.wrap(async (_id: unknown) => 1, registration);
      for (const argument of [Number.NaN, 2 ** 53, undefined, new Map(), '\ud800', () => 1]) {
        await expect(any(argument)).rejects.toThrow(ConfigurationError);
      }
      expect(backend.calls.get).toBe(0);
    });

    test('works without the store', async () => {
      const { backend, order, calls } = open();
      backend.failWith(new Error('gone'));
      expect([await order(7), await order(7)]).toEqual([SETTLED, SETTLED]);
      expect(calls()).toBe(1);
    });

    test('a refresh behind the reader’s back writes the same', async () => {
      const clock = new ManualClock();
      const backend = new MemoryBackend({ now: clock.now });
      const stored = vi.spyOn(backend, 'set');
      const cache = makeCache({ backend, ...options }, clock);
      const order = cache.wrap(async (_id: number): Promise<unknown> => VALUE, {
        ...registration,
        ttl: 100,
      });
      await order(7);
      clock.advance(90_000);
      expect(await order(7)).toEqual(SETTLED);
      await vi.waitFor(() => expect(stored).toHaveBeenCalledTimes(2));
      expect(await order(7)).toEqual(SETTLED);
      const sizes = stored.mock.calls.map(([, bytes]) => bytes.length);
      expect(sizes[0]).toBe(sizes[1]);
    });

    test('is dropped by key and by namespace', async () => {
      const { cache, order, calls } = open();
      await order(7);
      await cache.invalidate('params', { key: await keyOf(7) });
      await order(7);
      expect(calls()).toBe(2);
      await cache.invalidate('namespace', { namespace: 'shop' });
      await order(7);
      expect(cache.stats().hits).toEqual({ l1: 0, l2: 1 });
    });

    test('an invalidated key is not joined', async () => {
      const { backend, cache } = open();
      const { promise, resolve } = Promise.withResolvers<string>();
      const results: Promise<string>[] = [promise, Promise.resolve('after')];
      let calls = 0;
      const slow = cache.wrap((_id: number) => results[calls++] ?? 'again', registration);
      const first = slow(7);
      await vi.waitFor(() => expect(calls).toBe(1));
      await cache.invalidate('params', { key: await keyOf(7) });
      const second = slow(7);
      expect(await second).toBe('after');
      resolve('before');
      expect(await first).toBe('before');
      expect(await slow(7)).toBe('after');
      expect(backend.calls.set).toBe(1);
    });

    test('keeps nothing after the close', async () => {
      const { cache } = open();
      const { promise, resolve } = Promise.withResolvers<string>();
      const slow = cache.wrap((id: number) => (id === 0 ? 'warm' : promise), registration);
      await slow(0);
      const late = slow(7);
      // In the same turn, before the call has told anybody which key it works on.
      await cache.close();
      resolve('late');
      await late;
      expect(cache.stats().l1.entries).toBe(0);
      await expect(slow(7)).rejects.toThrow('closed');
    });
  });
}
