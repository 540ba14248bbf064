/** How the versions of tags are kept in the store, asked for, and what a bad one costs. */
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { coreError } from '../../../js/core/core-error.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { BatchBackend } from '../../helpers/batch-backend.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { FakeCore } from '../../helpers/fake-core.ts';

const lines = captureLog();
const PREFIX = 'sealcache-tag:v1:';
const AUTHENTICATION_FAILED = 11;

function open(
  backend: BatchBackend | MemoryBackend,
  loadCore: () => ReturnType<typeof loadNodeCore> = loadNodeCore,
  more: object = {},
) {
  const platform = { loadCore, now: Date.now, random: () => 0 };
  const options = { backend, compression: false, l1: { enabled: false }, ...more };
  return new CacheView(openCache(options, platform), null);
}

const isTag = (key: string) => key.startsWith(PREFIX);

describe('the version of a tag', () => {
  test('is 64 random bits in hex under a digest of the tag, for 30 days', async () => {
    const backend = new MemoryBackend();
    const stored = vi.spyOn(backend, 'set');
    await open(backend).set('k', 1, { ttl: 5, tags: ['user:42'] });
    const [tag] = stored.mock.calls.filter(([key]) => isTag(key));
    expect(tag?.[0]).toMatch(/^sealcache-tag:v1:[0-9a-f]{32}$/);
    expect(tag?.[2]).toBe(2_592_000);
    const [marker, ...text] = tag?.[1] ?? [];
    // A MessagePack text of 16 bytes.
    expect(marker).toBe(0xb0);
    expect(String.fromCharCode(...text)).toMatch(/^[0-9a-f]{16}$/);
  });

  test('has 16 digits whatever the bytes are', async () => {
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array);
    const backend = new MemoryBackend();
    const stored = vi.spyOn(backend, 'set');
    await open(backend).set('k', 1, { tags: ['t'] });
    random.mockRestore();
    const [tag] = stored.mock.calls.filter(([key]) => isTag(key));
    expect(new TextDecoder().decode(tag?.[1].subarray(1))).toBe('0'.repeat(16));
  });

  test('is made once, and every invalidation makes another', async () => {
    const backend = new MemoryBackend();
    const stored = vi.spyOn(backend, 'set');
    const cache = open(backend);
    const versions = () => stored.mock.calls.filter(([key]) => isTag(key)).map(([, b]) => `${b}`);
    await cache.set('a', 1, { tags: ['t'] });
    await cache.set('b', 2, { tags: ['t'] });
    await open(backend).set('c', 3, { tags: ['t'] });
    expect(versions()).toHaveLength(1);
    await cache.invalidate('tags', { tags: ['t'] });
    expect(new Set(versions()).size).toBe(2);
  });

  test('is looked up with those of all who ask in the same turn', async () => {
    const backend = new BatchBackend();
    const cache = open(backend);
    await cache.setMany([['a', 1]], { tags: ['red', 'blue'] });
    await cache.setMany([['b', 2]], { tags: ['red'] });
    backend.asked.gets.length = 0;
    expect(await Promise.all([cache.get('a'), cache.get('b')])).toEqual([1, 2]);
    expect(backend.asked.gets.map((keys) => keys.length)).toEqual([2]);
    expect(await cache.get('a')).toBe(1);
    expect(backend.asked.gets.map((keys) => keys.length)).toEqual([2, 2]);
  });

  test('is looked up apart by a call with limits of its own', async () => {
    const backend = new BatchBackend();
    const cache = open(backend);
    await cache.set('a', 1, { tags: ['t'] });
    backend.asked.gets.length = 0;
    const limited = cache.getMany(['a'], { timeout: 5_000 });
    expect([await limited, await cache.get('a')]).toEqual([new Map([['a', 1]]), 1]);
    expect(backend.asked.gets.filter((keys) => keys.every(isTag))).toHaveLength(2);
  });

  test('that is known is not stored again', async () => {
    const backend = new BatchBackend();
    const cache = open(backend);
    await cache.set('a', 1, { tags: ['t'] });
    await cache.set('b', 2, { tags: ['t'] });
    expect(backend.asked.sets.map((keys) => keys.length)).toEqual([1]);
  });

  test('is waited for no longer than the call may take', async () => {
    const backend = new MemoryBackend();
    const cache = open(backend);
    const genuine = backend.getWithTtl.bind(backend);
    vi.spyOn(backend, 'getWithTtl').mockImplementation((key) =>
      isTag(key) ? new Promise(() => {}) : genuine(key),
    );
    const limits = { tags: ['t'], timeout: 20 };
    await cache.set('a', 1, limits);
    await cache.setMany([['b', 2]], limits);
    expect(await backend.exists('a')).toBe(true);
    expect(await backend.exists('b')).toBe(true);
    expect(cache.stats().errors).toEqual({ ERR_TIMEOUT: 2 });
  });

  test('without an answer it is no clear miss, with another version it is', async () => {
    const backend = new MemoryBackend();
    const cache = open(backend, loadNodeCore, { stampede: { distributedLock: true } });
    const genuine = backend.getWithTtl.bind(backend);
    let away = false;
    const looks = vi.spyOn(backend, 'getWithTtl').mockImplementation(async (key) => {
      if (isTag(key) && away) throw new Error('down');
      return await genuine(key);
    });
    const looksAtEntry = async () => {
      looks.mockClear();
      await cache.getOrSet('k', () => 2);
      return looks.mock.calls.filter(([key]) => key === 'k').length;
    };
    await cache.set('k', 1, { tags: ['t'] });
    away = true;
    // The lock makes it worth another look.
    expect(await looksAtEntry()).toBe(2);
    away = false;
    await cache.set('k', 1, { tags: ['t'] });
    await cache.invalidate('tags', { tags: ['t'] });
    expect(await looksAtEntry()).toBe(1);
  });

  test('of an entry with several has to be current for each', async () => {
    const backend = new MemoryBackend();
    const cache = open(backend);
    for (const out of ['red', 'blue']) {
      await cache.set('k', 1, { tags: ['red', 'blue'] });
      expect(await cache.get('k')).toBe(1);
      await cache.invalidate('tags', { tags: [out] });
      expect(await cache.get('k')).toBeNull();
    }
  });

  test('a store that answers for some tags makes no value of the rest', async () => {
    const backend = new MemoryBackend();
    const cache = open(backend);
    await cache.set('k', 1, { tags: ['red', 'blue'] });
    const genuine = backend.getWithTtl.bind(backend);
    let tags = 0;
    vi.spyOn(backend, 'getWithTtl').mockImplementation(async (key) => {
      if (isTag(key) && ++tags % 2 === 0) throw new Error('down');
      return await genuine(key);
    });
    expect(await cache.get('k')).toBeNull();
    // No clear miss: the entry may be good.
    expect(cache.stats().errors).toEqual({ foreign: 1 });
  });

  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['damaged', Uint8Array.of(0xc1)],
    ['another value', Uint8Array.of(7)],
    ['a number of 16 digits', Uint8Array.of(0xcf, 0, 4, 0x62, 0xd5, 0x3c, 0x8a, 0xba, 0xc0)],
    ['too short a text', Uint8Array.of(0xa2, 0x61, 0x62)],
    ['too long a text', Uint8Array.of(0xb1, ...new Array(17).fill(0x61))],
    ['no hex', Uint8Array.of(0xb0, ...new Array(16).fill(0x67))],
  ];
  test.each(bad)('that is %s is as good as none, and told', async (_what, bytes) => {
    const backend = new MemoryBackend();
    const stored = vi.spyOn(backend, 'set');
    const cache = open(backend);
    await cache.set('k', 1, { tags: ['t'] });
    const tagKey = stored.mock.calls.map(([key]) => key).find(isTag) ?? '';
    await backend.set(tagKey, bytes);
    expect(await cache.get('k')).toBeNull();
    expect(cache.stats().operations['tag_version']).toEqual({ success: 0, error: 1 });
    expect(lines.join()).toContain('entries with the tag are misses');
    await cache.set('k', 2, { tags: ['t'] });
    expect(await cache.get('k')).toBe(2);
  });
});

describe('the version of a tag under a seal', () => {
  const encryption = { masterKey: generateKey() };

  test('is bound to its tag, and to nobody else’s key', async () => {
    const backend = new MemoryBackend();
    const stored = vi.spyOn(backend, 'set');
    const cache = open(backend, loadNodeCore, { encryption });
    await cache.set('a', 1, { tags: ['red'] });
    await cache.set('b', 2, { tags: ['blue'] });
    const [red, blue] = stored.mock.calls.filter(([key]) => isTag(key));
    await backend.set(red?.[0] ?? '', blue?.[1] ?? new Uint8Array());
    expect(await cache.get('a')).toBeNull();
    expect(await cache.get('b')).toBe(2);
    expect(cache.stats().operations['tag_version']?.error).toBe(1);
  });

  test('works on an asynchronous core, and wrong set-up is never absorbed', async () => {
    const core = new FakeCore(({ bytes }) => Promise.resolve(bytes));
    const backend = new MemoryBackend();
    const cache = open(backend, () => core, { encryption });
    await cache.set('k', 1, { tags: ['t'] });
    expect(await cache.get('k')).toBe(1);
    const opens = core.respond;
    const failTagsWith = (error: unknown) => {
      core.respond = (call) => (isTag(call.cacheKey) ? Promise.reject(error) : opens(call));
    };
    failTagsWith(coreError(AUTHENTICATION_FAILED));
    expect(await cache.get('k')).toBeNull();
    failTagsWith(new ConfigurationError('no core here'));
    await expect(cache.get('k')).rejects.toThrow('no core here');
  });
});
