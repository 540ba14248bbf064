/** What a cache holds on to: nothing of a key once the work on it has ended. */
import { expect, test } from 'vitest';
import type { Backend } from '../../../js/backends/backend.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { largeText, megabytesKept } from '../../helpers/heap.ts';

captureLog();

const KEYS = 300;
/** Near the longest that can be a key. */
const KEY_BYTES = 60_000;

/** A store that takes everything and has nothing. */
const emptyStore: Backend = {
  get: async () => null,
  set: async () => {},
  delete: async () => false,
  exists: async () => false,
  close: async () => {},
};

const calls: readonly (readonly [string, (cache: CacheView, key: string) => Promise<unknown>])[] = [
  ['get', (cache, key) => cache.get(key)],
  ['getMany', (cache, key) => cache.getMany([key])],
  ['set', (cache, key) => cache.set(key, 1)],
  ['setMany', (cache, key) => cache.setMany([[key, 1]])],
  ['delete', (cache, key) => cache.delete(key)],
  ['deleteMany', (cache, key) => cache.deleteMany([key])],
  ['getOrSet', (cache, key) => cache.getOrSet(key, () => 1)],
  [
    'getOrSet that fails',
    (cache, key) => cache.getOrSet(key, () => Promise.reject(new Error('origin'))).catch(() => {}),
  ],
];

test.each(calls)('nothing is kept of the keys of %s', { timeout: 60_000 }, async (_name, call) => {
  const platform = { loadCore: loadNodeCore, now: Date.now, random: () => 0 };
  const cache = new CacheView(
    openCache({ backend: emptyStore, l1: { enabled: false } }, platform),
    null,
  );
  await call(cache, 'warm');
  const kept = await megabytesKept(async () => {
    for (let i = 0; i < KEYS; i++) await call(cache, largeText(KEY_BYTES, i));
  });
  expect(kept).toBeLessThan((KEYS * KEY_BYTES) / 2e6);
});
