/** The option `stampede` (docs/cache.md): defaults, bounds, and what it needs of a store. */
import { describe, expect, test } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { checkedStampede } from '../../../js/cache/stampede-options.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';

const DAY = 86_400_000;
const on = { distributedLock: true };

describe('the option stampede', () => {
  const backend = new MemoryBackend();

  test('is off where nobody asks for a lock, on any store', () => {
    const without = new GatedBackend();
    expect(checkedStampede(undefined, without)).toBeNull();
    expect(checkedStampede({}, without)).toBeNull();
    expect(checkedStampede({ distributedLock: false, lockPollMs: 5 }, without)).toBeNull();
  });

  test('has times for a lock of half a minute, waited for by 5 s', () => {
    expect(checkedStampede(on, backend)).toEqual({
      lockTimeoutMs: 30_000,
      lockWaitMs: 5_000,
      lockPollMs: 100,
    });
  });

  test.each([
    { lockTimeoutMs: 1, lockWaitMs: 0, lockPollMs: 1 },
    { lockTimeoutMs: DAY, lockWaitMs: DAY, lockPollMs: DAY },
  ])('takes %o', (times) => {
    expect(checkedStampede({ ...on, ...times }, backend)).toEqual(times);
  });

  test.each([
    { lockTimeoutMs: 0 },
    { lockTimeoutMs: DAY + 1 },
    { lockTimeoutMs: '5' },
    { lockWaitMs: -1 },
    { lockWaitMs: Number.NaN },
    { lockWaitMs: DAY + 1 },
    { lockPollMs: 0 },
    { lockPollMs: Number.POSITIVE_INFINITY },
    { distributedLock: 1 },
    { distributedLock: null },
    { timeout: 1 },
  ])('refuses %o', (given: object) => {
    expect(() => checkedStampede({ ...on, ...given }, backend)).toThrow(ConfigurationError);
    // Also where no lock is asked for: a wrong time would surprise later.
    const off = { distributedLock: false, ...given };
    expect(() => checkedStampede(off, backend)).toThrow(ConfigurationError);
  });

  test('refuses what is no object of options', () => {
    for (const given of [null, true, 5, 'on', []]) {
      const check = () => Reflect.apply(checkedStampede, undefined, [given, backend]);
      expect(check).toThrow(ConfigurationError);
    }
  });

  test('needs a store with locks', () => {
    expect(() => checkedStampede(on, new GatedBackend())).toThrow(/acquireLock/);
  });
});
