/** The calls of a cache: what they take, what they refuse, and what goes through to the function. */
import { describe, expect, test, vi } from 'vitest';
import type { CacheOptions } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { openView } from '../../../js/cache/traced-view.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import type { Tracing } from '../../../js/metrics/tracing.ts';
import { BatchBackend } from '../../helpers/batch-backend.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';

function open(
  options: Partial<CacheOptions> = {},
  loadCore: () => ReturnType<typeof loadNodeCore> = loadNodeCore,
) {
  const platform = { loadCore, now: Date.now, random: () => 0 };
  return openView(openCache({ backend: new MemoryBackend(), ...options }, platform), null);
}

/** A tracing that keeps the names and attributes of its spans. */
function recordingTracing(enabled: boolean) {
  const spans: [string, object][] = [];
  const tracing: Tracing = {
    enabled,
    withSpan: (name, attributes, run) => {
      spans.push([name, attributes]);
      return run();
    },
  };
  return { tracing, spans };
}

describe('a wrapped function', () => {
  test('is called with its own `this` and arguments', async () => {
    const seen: unknown[] = [];
    const cache = open();
    const subject = {
      factor: 3,
      times: cache.wrap(
        async function times(this: unknown, x: number, y: number) {
          seen.push(this);
          return x * y;
        },
        { namespace: 'n' },
      ),
    };
    expect(await subject.times(2, 5)).toBe(10);
    expect(seen).toEqual([subject]);
  });

  test('works while the core loads, and after', async () => {
    const compute = vi.fn(async (x: number) => 2 * x);
    const cached = open({}, async () => loadNodeCore()).wrap(compute, { namespace: 'n' });
    expect([await cached(1), await cached(1), await cached(2)]).toEqual([2, 2, 4]);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  test('has the same key, whether the core was there or loaded', async () => {
    const backend = new MemoryBackend();
    const compute = vi.fn(async () => 1);
    for (const load of [loadNodeCore, async () => loadNodeCore()]) {
      const cache = open({ backend, l1: { enabled: false } }, load);
      await cache.wrap(compute, { namespace: 'n' })();
    }
    expect(compute).toHaveBeenCalledTimes(1);
  });

  test('a plain value and a throw are a promise and a rejection', async () => {
    const cache = open();
    expect(await cache.wrap(() => 5, { namespace: 'n' })()).toBe(5);
    const failing = cache.wrap(
      (): number => {
        throw new RangeError('no');
      },
      { namespace: 'm' },
    );
    await expect(failing()).rejects.toThrow('no');
  });

  test('reads and stores by its options', async () => {
    const backend = new GatedBackend();
    const stored = vi.spyOn(backend, 'set');
    const cache = open({ backend });
    const options = { namespace: 'n', ttl: 20, negativeTtl: 5, skipL1: true };
    const some = cache.wrap(async (x: unknown) => x, options);
    await some(1);
    await some(null);
    await some(1);
    expect(stored.mock.calls.map(([, , ttl]) => ttl)).toEqual([20, 5]);
    expect(backend.calls.get).toBe(3);
  });

  const refused: readonly (readonly [string, unknown[]])[] = [
    ['no function', [undefined, { namespace: 'n' }]],
    ['something else for a function', [{}, { namespace: 'n' }]],
    ['no options', [async () => 1]],
    ['null for options', [async () => 1, null]],
    ['no namespace', [async () => 1, {}]],
    ['an unknown option', [async () => 1, { namespace: 'n', key: 'k' }]],
    ['an empty name', [async () => 1, { namespace: 'n', name: '' }]],
    ['a wrong TTL', [async () => 1, { namespace: 'n', ttl: 0 }]],
    ['wrong tags', [async () => 1, { namespace: 'n', tags: 'red' }]],
  ];
  test.each(refused)('is refused at registration with %s', (_what, given) => {
    const cache = open();
    expect(() => Reflect.apply(cache.wrap, cache, given)).toThrow(ConfigurationError);
  });

  test('rejects where its tags are wrong for these arguments', async () => {
    const cached = open().wrap(async (tag: string) => tag, {
      namespace: 'n',
      tags: (tag) => [tag],
    });
    expect(await cached('good')).toBe('good');
    await expect(cached('')).rejects.toThrow(ConfigurationError);
  });

  test('with() keeps options for several functions; secure.wrap() wants encryption', async () => {
    const plain = open();
    const wrap = plain.with({ namespace: 'n', name: 'one' });
    expect(await wrap(async (x: number) => x + 1)(1)).toBe(2);
    expect(() => plain.secure.wrap(async () => 1, { namespace: 'n' })).toThrow(/encrypted cache/);
    const sealed = open({ encryption: { masterKey: generateKey() } });
    expect(await sealed.secure.wrap(async () => 1, { namespace: 'n' })()).toBe(1);
  });
});

describe('the options of a call', () => {
  test.each(['get', 'set', 'getMany', 'setMany', 'getOrSet'] as const)(
    '%s refuses what is no object, and names it does not know',
    async (verb) => {
      const cache = open();
      const first = {
        get: ['k'],
        set: ['k', 1],
        getMany: [['k']],
        setMany: [[['k', 1]]],
        getOrSet: ['k', () => 1],
      }[verb];
      for (const options of [null, 5, 'ttl', [], { unknown: 1 }]) {
        const call = Reflect.apply(cache[verb], cache, [...first, options]);
        await expect(call).rejects.toThrow(ConfigurationError);
      }
      await Reflect.apply(cache[verb], cache, [...first, {}]);
    },
  );

  test('a namespace that a call gives is the one its entry belongs to', async () => {
    const backend = new GatedBackend();
    const cache = open({ backend });
    await cache.set('a:1', 1, { namespace: 'mine' });
    await cache.getOrSet('b:1', () => 2, { namespace: 'mine' });
    await cache.set('c:1', 3);
    // Without one, and not made by a wrapped function, it is its own.
    await cache.invalidate('namespace', { namespace: 'mine' });
    expect(cache.stats().l1.entries).toBe(1);
    await cache.invalidate('namespace', { namespace: 'c:1' });
    expect(cache.stats().l1.entries).toBe(0);
  });

  test('skipL1 is for that call alone, and false unless it is true', async () => {
    const backend = new GatedBackend();
    const cache = open({ backend });
    await cache.set('k', 1);
    await cache.get('k', { skipL1: false });
    await cache.getOrSet('k', () => 2, { skipL1: false });
    expect(backend.calls.get).toBe(0);
    await cache.get('k', { skipL1: true });
    await cache.getOrSet('k', () => 2, { skipL1: true });
    expect(backend.calls.get).toBe(2);
    await cache.get('k');
    expect(backend.calls.get).toBe(2);
  });
});

describe('values that callers share by choice', () => {
  const shared = { l1: { isolation: 'shared' } } as const;

  test('are the same one, bytes too', async () => {
    const cache = open(shared);
    for (const value of [{ list: [1] }, new Uint8Array([1, 2, 3]), 'text']) {
      await cache.set('k', value);
      const [first, second] = [await cache.get('k'), await cache.get('k')];
      expect(first).toEqual(value);
      expect(second).toBe(first);
    }
  });

  test('are charged for the bytes they take encoded', async () => {
    const cache = open(shared);
    await cache.set('k', { text: 'x'.repeat(10_000) });
    expect(cache.stats().l1.bytes).toBeGreaterThan(10_000);
  });
});

describe('listeners', () => {
  test('hear until they are taken off, either way', async () => {
    const cache = open();
    const [first, second] = [vi.fn(), vi.fn()];
    const leave = cache.on('set', first);
    cache.on('set', second);
    await cache.set('k', 1);
    leave();
    cache.off('set', second);
    await cache.set('k', 2);
    expect(first).toHaveBeenCalledExactlyOnceWith({ key: 'k' });
    expect(second).toHaveBeenCalledTimes(1);
  });

  test('hear of a delete, whether something was there or not', async () => {
    const cache = open();
    const heard = vi.fn();
    cache.on('delete', heard);
    expect(await cache.delete('k')).toBe(false);
    expect(heard).toHaveBeenCalledExactlyOnceWith({ key: 'k' });
  });
});

describe('a traced cache', () => {
  test('names each call, its digest or the count of its keys', async () => {
    const { tracing, spans } = recordingTracing(true);
    const cache = open({ backend: new BatchBackend(), tracing });
    await cache.getOrSet('k', () => 1);
    await cache.setMany(new Map([['a', 1]]).entries());
    await cache.getMany(['a', 'b']);
    await cache.deleteMany(['a']);
    await cache.invalidate('global');
    const named = { 'cache.key.digest': expect.stringMatching(/^[0-9a-f]{32}$/) };
    expect(spans.filter(([name]) => !name.startsWith('sealcache.store'))).toEqual([
      ['sealcache.getOrSet', named],
      ['sealcache.compute', {}],
      ['sealcache.setMany', { 'cache.keys': 1 }],
      ['sealcache.getMany', { 'cache.keys': 2 }],
      ['sealcache.deleteMany', { 'cache.keys': 1 }],
      ['sealcache.invalidate', {}],
    ]);
  });

  test('leaves what is wrong to the call inside', async () => {
    const { tracing, spans } = recordingTracing(true);
    const cache = open({ tracing });
    await expect(Reflect.apply(cache.get, cache, [5])).rejects.toThrow(ConfigurationError);
    await expect(Reflect.apply(cache.getMany, cache, ['abc'])).rejects.toThrow(ConfigurationError);
    expect(spans).toEqual([
      ['sealcache.get', {}],
      ['sealcache.getMany', {}],
    ]);
  });

  test('costs neither a digest nor a span while the tracer is off', async () => {
    const { tracing, spans } = recordingTracing(false);
    const cache = open({ tracing });
    await cache.set('k', 1);
    expect(await cache.get('k')).toBe(1);
    expect(await cache.getOrSet('l', () => 2)).toBe(2);
    expect(await cache.exists('k')).toBe(true);
    expect(await cache.delete('k')).toBe(true);
    expect(spans).toEqual([]);
  });
});
