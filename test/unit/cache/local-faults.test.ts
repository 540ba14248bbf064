/** A copy in L1 that does not open: it is dropped, told, and the store is asked instead. */
import { expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import type { MaybePromise } from '../../../js/core/core.ts';
import { coreError } from '../../../js/core/core-error.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { type CoreCall, FakeCore } from '../../helpers/fake-core.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import { ManualClock } from '../../suites/engine/make-cache.ts';

const lines = captureLog();
const AUTHENTICATION_FAILED = 11;

/** A cache whose core opens as told from now on, and with no background where `null`. */
function open(background: ((work: Promise<unknown>) => void) | null = null) {
  const core = new FakeCore(({ bytes }: CoreCall): MaybePromise<Uint8Array> => bytes);
  const clock = new ManualClock();
  const backend = new GatedBackend();
  const options = { backend, encryption: { masterKey: generateKey() } };
  const { now, random } = clock;
  const cache = new CacheView(
    openCache(options, { loadCore: () => core, now, random }),
    background,
  );
  const opens = core.respond;
  const failNextOpen = (error: unknown) => {
    core.respond = (call) => {
      core.respond = opens;
      if (call.verb === 'open') throw error;
      return call.bytes;
    };
  };
  const evicted: unknown[] = [];
  cache.on('evict', (event) => evicted.push(event));
  return { core, clock, backend, cache, evicted, failNextOpen };
}

test('the store answers instead, and the copy is replaced', async () => {
  const { backend, cache, evicted, failNextOpen } = open();
  await cache.set('k', 'v');
  failNextOpen(coreError(AUTHENTICATION_FAILED));
  expect(await cache.get('k')).toBe('v');
  expect(backend.calls.get).toBe(1);
  expect(evicted).toEqual([{ key: 'k', reason: 'poisoned' }]);
  expect(cache.stats().operations['l1_decrypt']).toEqual({ success: 0, error: 1 });
  expect(cache.stats().hits).toEqual({ l1: 0, l2: 1 });
  expect(lines.join()).toContain('the local copy was dropped');
  expect(await cache.get('k')).toBe('v');
  expect(cache.stats().hits.l1).toBe(1);
});

test('where the store has none, it is a miss and the copy is gone', async () => {
  const { backend, cache, failNextOpen } = open();
  await cache.set('k', 'v');
  await backend.store.delete('k');
  failNextOpen(coreError(AUTHENTICATION_FAILED));
  expect(await cache.get('k')).toBeNull();
  expect(cache.stats().l1.entries).toBe(0);
  expect(await cache.exists('k')).toBe(false);
});

test('wrong set-up is not taken for a bad copy', async () => {
  const { cache, failNextOpen } = open();
  await cache.set('k', 'v');
  failNextOpen(new ConfigurationError('no core here'));
  await expect(cache.get('k')).rejects.toThrow('no core here');
  expect(cache.stats().l1.entries).toBe(1);
});

test('an asynchronous core opens copies, too', async () => {
  const { core, backend, cache } = open();
  await cache.set('k', { list: [1] });
  core.respond = ({ bytes }) => Promise.resolve(bytes);
  expect(await cache.get('k')).toEqual({ list: [1] });
  expect(backend.calls.get).toBe(0);
  const error = coreError(AUTHENTICATION_FAILED);
  core.respond = () => Promise.reject(error);
  expect(await cache.get('k')).toBeNull();
  expect(cache.stats().operations['l1_decrypt']?.error).toBe(1);
});

test('a stale copy that does not open bridges nothing and is dropped', async () => {
  const { core, clock, backend, cache, failNextOpen } = open();
  const terms = { ttl: 10, staleIfError: 50 };
  const down = () => Promise.reject(new Error('the origin is down'));
  await cache.set('k', 'v', terms);
  clock.advance(20_000);
  backend.failWith(new Error('down'));
  core.respond = ({ bytes }) => Promise.resolve(bytes);
  expect(await cache.getOrSet('k', down, terms)).toBe('v');
  failNextOpen(coreError(AUTHENTICATION_FAILED));
  await expect(cache.getOrSet('k', down, terms)).rejects.toThrow('the origin is down');
  expect(cache.stats().l1.entries).toBe(0);
  expect(cache.stats().operations['l1_decrypt']?.error).toBe(1);
});

test('a platform that refuses background work costs no read, and it is told', async () => {
  const clock = new ManualClock();

  const backend = new MemoryBackend({ now: clock.now });
  const core = new FakeCore(({ bytes }) => bytes);
  const platform = { loadCore: () => core, now: clock.now, random: clock.random };
  const refuse = vi.fn(() => {
    throw new Error('no request');
  });
  const cache = new CacheView(openCache({ backend }, platform), refuse);
  await cache.set('k', 'v', { ttl: 100, sliding: true });
  clock.advance(60_000);
  expect(await cache.get('k')).toBe('v');
  expect(refuse).toHaveBeenCalledTimes(1);
  expect(cache.stats().operations['refresh_ttl']?.error).toBe(1);
  const taken: Promise<unknown>[] = [];
  const other = new CacheView(openCache({ backend }, platform), (work) => void taken.push(work));
  await other.get('k');
  clock.advance(60_000);
  expect(await other.get('k')).toBe('v');
  expect(taken).toHaveLength(1);
  await Promise.all(taken);
});
