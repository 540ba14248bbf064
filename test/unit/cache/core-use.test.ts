/** What a cache asks of its core, and what it makes of the core's refusals (PITFALLS A18, A24, A25; B13). */
import { describe, expect, test } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { CacheView } from '../../../js/cache/cache.ts';
import { openCache } from '../../../js/cache/create-cache.ts';
import { CORE_ERRORS, coreError } from '../../../js/core/core-error.ts';
import { NonceExhaustedError } from '../../../js/errors.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { FakeCore } from '../../helpers/fake-core.ts';

const lines = captureLog();
const encryption = { masterKey: 'a7'.repeat(32) };

function cacheOver(core: FakeCore, options: object = {}) {
  const backend = new MemoryBackend();
  const platform = { loadCore: () => core, now: () => 1_000_000, random: () => 0 };
  const cache = new CacheView(openCache({ backend, ...options }, platform), null);
  return { backend, cache };
}

const SPENT = CORE_ERRORS.find(({ reason }) => reason === 'kNonceExhausted')?.number ?? 0;

describe('spent nonces', () => {
  const spent = () =>
    new FakeCore(() => {
      throw coreError(SPENT);
    });

  test('A25: are told by a number, whatever the text says', () => {
    expect(SPENT).toBeGreaterThan(0);
    const error = coreError(SPENT);
    expect(error).toBeInstanceOf(NonceExhaustedError);
    expect(error).toMatchObject({ code: 'ERR_NONCE_EXHAUSTED', reason: 'kNonceExhausted' });
    const alike = new Error(error.message);
    const { cache } = cacheOver(
      new FakeCore(() => {
        throw alike;
      }),
      { encryption, reliability: { degradation: false } },
    );
    return expect(cache.set('k', 1)).rejects.toMatchObject({
      code: 'ERR_ENCRYPTION',
      cause: alike,
    });
  });

  test('B13: drop no write without a trace, where failures are absorbed', async () => {
    const { backend, cache } = cacheOver(spent(), { encryption });
    const told: unknown[] = [];
    cache.on('error', ({ operation, error }) => told.push([operation, error]));
    for (let i = 0; i < 4; i++) await cache.set('user:secret', i);
    expect(await backend.exists('user:secret')).toBe(false);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^encode failed \(ERR_NONCE_EXHAUSTED\) for key 0{32}: /);
    expect(cache.stats().errors).toEqual({ ERR_NONCE_EXHAUSTED: 4 });
    expect(told).toHaveLength(4);
    expect(told[0]).toEqual(['encode', expect.any(NonceExhaustedError)]);
  });

  test('B13: reach the caller where they are not', async () => {
    const { cache } = cacheOver(spent(), { encryption, reliability: { degradation: false } });
    await expect(cache.set('k', 1)).rejects.toThrow(NonceExhaustedError);
    await expect(cache.getOrSet('k', () => 1)).rejects.toThrow(NonceExhaustedError);
  });
});

test('A18: the core hashes the arguments of wrapped calls, in one call', async () => {
  const core = new FakeCore((call) => call.bytes);
  const hashed: [number, number][] = [];
  core.blake2bHex = (data, digestBytes) => {
    hashed.push([data.length, digestBytes]);
    return 'ab'.repeat(digestBytes);
  };
  const { backend, cache } = cacheOver(core);
  await cache.wrap((_id: number, _text: string) => 1, { namespace: 'n' })(7, 'x'.repeat(1000));
  expect(await backend.exists(`n:${'ab'.repeat(32)}`)).toBe(true);
  expect(hashed).toHaveLength(1);
  expect(hashed[0]?.[0]).toBeGreaterThan(1000);
  expect(hashed[0]?.[1]).toBe(32);
});

test('A24: close wipes the keys at once, not when they are collected', async () => {
  const core = new FakeCore((call) => call.bytes);
  const { cache } = cacheOver(core, { encryption });
  await cache.set('k', 1);
  expect(core.sealers.map(({ disposed }) => disposed)).toEqual([false]);
  await cache.close();
  expect(core.sealers.map(({ disposed }) => disposed)).toEqual([true]);
});
