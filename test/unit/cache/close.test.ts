/** The end of a cache: once, whole, and whatever fails on the way (docs/cache.md). */
import { describe, expect, test, vi } from 'vitest';
import type { CacheOptions } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { BackendError, ConfigurationError } from '../../../js/errors.ts';
import { Invalidator } from '../../../js/invalidation/invalidator.ts';
import { LocalInvalidationTransport } from '../../../js/invalidation/local-transport.ts';
import { NoopMetrics } from '../../../js/metrics/noop.ts';
import { FakeCore } from '../../helpers/fake-core.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';

function open(options: Partial<CacheOptions> = {}, encrypted = true) {
  const core = new FakeCore(({ bytes }) => bytes);
  const backend = options.backend ?? new MemoryBackend();
  const sealing = encrypted ? { encryption: { masterKey: generateKey() } } : {};
  const state = openCache(
    { backend, ...sealing, ...options },
    {
      loadCore: () => core,
      now: Date.now,
      random: () => 0,
      openInvalidator: (parts) => new Invalidator(parts),
    },
  );
  return { core, backend, state, cache: new CacheView(state, null) };
}

describe('close', () => {
  test('wipes keys, copies, listeners and metrics, and closes the store', async () => {
    const metrics = new NoopMetrics();
    const withdrawn = vi.spyOn(metrics, 'close');
    const backend = new MemoryBackend();
    const closed = vi.spyOn(backend, 'close');
    const { core, state, cache } = open({ backend, metrics });
    const codec = vi.spyOn(state.parts.codec, 'wipe');
    const heard = vi.fn();
    cache.on('set', heard);
    await cache.set('k', 'v');
    expect(cache.stats().l1.entries).toBe(1);
    await cache.close();
    expect(core.sealers.map(({ disposed }) => disposed)).toEqual([true]);
    expect(cache.stats().l1).toEqual({ entries: 0, bytes: 0 });
    expect(state.parts.local?.l1.stats.entries).toBe(0);
    expect(state.parts.events.has('set')).toBe(false);
    expect(codec).toHaveBeenCalledTimes(1);
    expect(withdrawn).toHaveBeenCalledTimes(1);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test('happens once, however often it is asked for', async () => {
    const backend = new MemoryBackend();
    const closed = vi.spyOn(backend, 'close');
    const { cache } = open({ backend });
    await Promise.all([cache.close(), cache.close(), cache[Symbol.asyncDispose]()]);
    await cache.close();
    expect(closed).toHaveBeenCalledTimes(1);
  });

  test('ends the subscription to other processes', async () => {
    const transport = new LocalInvalidationTransport();
    const ended = vi.fn(async () => {});
    vi.spyOn(transport, 'subscribe').mockResolvedValue(ended);
    const { cache } = open({ invalidation: { transport } });
    await new Promise((resolve) => setTimeout(resolve, 2));
    await cache.close();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('goes on to its end when a step fails, and tells of that failure', async () => {
    const metrics = new NoopMetrics();
    const failure = new Error('metrics are gone');
    const backend = new MemoryBackend();
    const closed = vi.spyOn(backend, 'close');
    const { state, cache } = open({ backend, metrics });
    vi.spyOn(state.parts.metrics, 'close').mockImplementation(() => {
      throw failure;
    });
    await expect(cache.close()).rejects.toBe(failure);
    expect(closed).toHaveBeenCalledTimes(1);
    await expect(cache.close()).rejects.toBe(failure);
  });

  test('tells of all failures where there are several', async () => {
    const failures = [new Error('the codec'), new BackendError('the store')];
    const backend = new MemoryBackend();
    vi.spyOn(backend, 'close').mockRejectedValue(failures[1]);
    const { state, cache } = open({ backend });
    vi.spyOn(state.parts.codec, 'wipe').mockImplementation(() => {
      throw failures[0];
    });
    const error: unknown = await cache.close().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error).toMatchObject({ errors: failures });
  });

  test('a read under way leaves nothing behind in a closed cache', async () => {
    const backend = new GatedBackend();
    const { state, cache } = open({ backend }, false);
    await cache.set('k', 'v');
    await cache.invalidate('global');
    const [stored, gate] = [await backend.get('k'), Promise.withResolvers<void>()];
    vi.spyOn(backend, 'get').mockImplementationOnce(() => gate.promise.then(() => stored));
    const reading = cache.get('k');
    await cache.close();
    gate.resolve();
    expect(await reading).toBe('v');
    expect(state.parts.local?.l1.stats.entries).toBe(0);
  });

  test('after it every call is refused, with a lasting error', async () => {
    const { cache } = open();
    const wrapped = cache.wrap(async () => 1, { namespace: 'n' });
    await cache.close();
    for (const call of [
      () => cache.get('k'),
      () => cache.set('k', 1),
      () => cache.delete('k'),
      () => cache.exists('k'),
      () => cache.getOrSet('k', () => 1),
      () => wrapped(),
    ]) {
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BackendError);
      expect(error).toMatchObject({ classification: 'permanent' });
    }
  });
});

describe('a key that the store cannot hold', () => {
  test('is refused before any I/O, by every call', async () => {
    const backend = new GatedBackend();
    Object.assign(backend, {
      validateKey: (key: string) => {
        if (key.startsWith('bad')) throw new ConfigurationError('not here');
      },
    });
    const { cache } = open({ backend });
    for (const call of [
      () => cache.get('bad'),
      () => cache.set('bad', 1),
      () => cache.delete('bad'),
      () => cache.exists('bad'),
      () => cache.getOrSet('bad', () => 1),
      () => cache.getMany(['good', 'bad']),
      () => cache.invalidate('params', { key: 'bad' }),
    ]) {
      await expect(call()).rejects.toThrow('not here');
    }
    expect(backend.calls).toEqual({ get: 0, set: 0, delete: 0, exists: 0 });
  });

  test('a transport that never lets go keeps no key alive', async () => {
    const never = new Promise<void>(() => {});
    const transport = {
      publish: async () => {},
      subscribe: async () => () => never,
    };
    const { core, cache } = open({ invalidation: { transport } });
    await cache.set('k', 'v');
    void cache.close();
    await vi.waitFor(() => expect(core.sealers.map(({ disposed }) => disposed)).toEqual([true]));
    expect(cache.stats().l1.entries).toBe(0);
  });
});
