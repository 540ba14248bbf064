/** The order of a write on a synchronous core: encode, seal, store, then L1 (docs/cache.md). */
import { expect, test } from 'vitest';
import type { CacheOptions } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import type { Core, MaybePromise } from '../../../js/core/core.ts';
import { coreError } from '../../../js/core/core-error.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { FakeCore } from '../../helpers/fake-core.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';

const NONCE_EXHAUSTED = 8;

captureLog();

function open(options: CacheOptions, loadCore: () => MaybePromise<Core> = loadNodeCore): CacheView {
  return new CacheView(openCache(options, { loadCore, now: Date.now, random: () => 0 }), null);
}

test.each([
  ['a plaintext', {}],
  ['an encrypted', { encryption: { masterKey: generateKey() } }],
])('on a synchronous core %s set reaches the store in the call', async (_kind, options) => {
  const backend = new GatedBackend();

  const cache = open({ backend, ...options });
  // The first use derives keys, which is asynchronous.
  await cache.set('k', 1);
  const setting = cache.set('k', 2);
  expect(backend.calls.set).toBe(2);
  await setting;
});

test('what could not be sealed is not kept in L1', async () => {
  const core = new FakeCore(({ verb, bytes }) => {
    if (verb === 'seal') throw coreError(NONCE_EXHAUSTED);
    return bytes;
  });
  const encryption = { masterKey: generateKey() };
  const cache = open({ backend: new MemoryBackend(), encryption }, () => core);
  await cache.set('k', 'secret');
  expect(core.calls.map(({ verb }) => verb)).toEqual(['seal']);
  expect(cache.stats().l1.entries).toBe(0);
  expect(await cache.get('k')).toBeNull();
});
