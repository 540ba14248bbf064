/** Troubles of the process itself: they reach the caller or pass, and cost no entry. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { isEntryFault } from '../../../js/cache/entry-fault.ts';
import type { Core, MaybePromise } from '../../../js/core/core.ts';
import { CORE_ERRORS, coreError } from '../../../js/core/core-error.ts';
import {
  BackendError,
  ConfigurationError,
  EncryptionError,
  SerializationError,
  ValueTooLargeError,
} from '../../../js/errors.ts';
import { setLogger } from '../../../js/log/logger.ts';
import { FakeCore } from '../../helpers/fake-core.ts';

const ENTRY = new Uint8Array(60).fill(1);
const OUT_OF_MEMORY = 27;
const AUTHENTICATION_FAILED = 11;

beforeEach(() => setLogger(() => {}));
afterEach(() => setLogger(null));

function cacheOver(backend: MemoryBackend, loadCore: () => MaybePromise<Core>): CacheView {
  const options = { backend, encryption: { masterKey: 'a7'.repeat(32) } };
  return new CacheView(openCache(options, { loadCore, now: Date.now, random: () => 0 }), null);
}

test('wrong set-up that shows in the middle of an operation is never absorbed', async () => {
  const backend = new MemoryBackend();
  await backend.set('k', ENTRY);
  const cache = cacheOver(backend, () => {
    throw new ConfigurationError('no core here');
  });
  await expect(cache.get('k')).rejects.toThrow(ConfigurationError);
  await expect(cache.getMany(['k'])).rejects.toThrow(ConfigurationError);
  await expect(cache.set('k', 1)).rejects.toThrow(ConfigurationError);
  await expect(cache.setMany([['k', 1]])).rejects.toThrow(ConfigurationError);
  expect(await backend.get('k')).toEqual(ENTRY);
});

const faults: readonly (readonly [string, unknown, boolean])[] = [
  ['no memory', coreError(OUT_OF_MEMORY), true],
  ['a foreign error', new Error('engine'), true],
  ['a wrong tag', coreError(AUTHENTICATION_FAILED), false],
];
test.each(faults)('%s on reading is a miss; entry kept: %s', async (_, fault, kept) => {
  const backend = new MemoryBackend();
  await backend.set('k', ENTRY);
  const core = new FakeCore(() => {
    throw fault;
  });
  const cache = cacheOver(backend, () => core);
  expect(await cache.get('k')).toBeNull();
  await new Promise(setImmediate);
  expect((await backend.get('k')) !== null).toBe(kept);
});

test('only what any reader would find tells of the entry', () => {
  const telling = CORE_ERRORS.filter(({ number }) => isEntryFault(coreError(number)));
  expect(telling.map(({ reason }) => reason)).toEqual([
    'kAuthenticationFailed',
    'kBlobTooShort',
    'kInputTooLarge',
    'kBoundsDepth',
    'kBoundsSlots',
    'kBoundsIncomplete',
    'kBoundsTrailing',
    'kEnvelopeMalformed',
    'kEnvelopeSizeCap',
    'kEnvelopeEmptyData',
    'kEnvelopeRatioCap',
    'kDecompressionFailed',
    'kLengthMismatch',
    'kChecksumMismatch',
    'kBoundsInvalidByte',
    'kInteropMagic',
    'kInteropMalformed',
  ]);
  expect(isEntryFault(new SerializationError('not MessagePack'))).toBe(true);
  expect(isEntryFault(new ValueTooLargeError('above a limit of ours'))).toBe(false);
  for (const other of [new BackendError('down'), new EncryptionError('no'), new Error('x'), null]) {
    expect(isEntryFault(other)).toBe(false);
  }
});

test('a fault while a tag’s version is read or sealed is a miss, as of an entry, or thrown', async () => {
  const ofTag = (verb: 'open' | 'seal') =>
    new FakeCore(({ verb: asked, bytes, cacheKey }) => {
      if (asked === verb && cacheKey.startsWith('sealcache-tag:')) throw coreError(OUT_OF_MEMORY);
      return bytes.slice();
    });
  const backend = new MemoryBackend();
  const tags = ['t'];
  const sound = new FakeCore(({ bytes }) => bytes.slice());
  await cacheOver(backend, () => sound).set('k', 'v', { tags });
  const reading = cacheOver(backend, () => ofTag('open'));
  expect(await reading.get('k')).toBeNull();
  expect(reading.stats().operations['tag_version']?.error).toBe(1);
  const writing = cacheOver(new MemoryBackend(), () => ofTag('seal'));
  await writing.set('k', 'v', { tags });
  expect(await writing.get('k')).toBe('v');
  const options = { backend, encryption: { masterKey: 'a7'.repeat(32) } };
  const platform = { loadCore: () => ofTag('open'), now: Date.now, random: () => 0 };
  const strict = openCache({ ...options, reliability: { degradation: false } }, platform);
  await expect(new CacheView(strict, null).get('k')).rejects.toThrow(/no memory/);
});
