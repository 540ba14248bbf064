/** The terms of one call: its own, else the cache's, and whether the store can honour them. */
import { describe, expect, test, vi } from 'vitest';
import type { Backend } from '../../../js/backends/backend.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { type TermsDefaults, termsOf } from '../../../js/cache/call-terms.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';

const defaults = (more: Partial<TermsDefaults> = {}): TermsDefaults => ({
  defaultTtl: 100,
  negativeTtl: undefined,
  ttlJitter: 0,
  random: () => 0.5,
  backend: new MemoryBackend(),
  ...more,
});

/** A store that looks at every TTL. */
function pickyBackend(): { backend: Backend; seen: number[] } {
  const seen: number[] = [];
  const backend: Backend = new MemoryBackend();
  backend.validateTtl = (ttl) => void seen.push(ttl);
  return { backend, seen };
}

describe('the terms of a call', () => {
  test('are the cache’s where it says nothing', () => {
    const nothing = { staleIfError: 0, sliding: false, tags: [] };
    expect(termsOf(defaults())).toEqual({ ttl: 100, negativeTtl: 100, ...nothing });
    expect(termsOf(defaults({ negativeTtl: 7 }), {})).toEqual({
      ttl: 100,
      negativeTtl: 7,
      ...nothing,
    });
  });

  test('are its own before the cache’s', () => {
    const given = { ttl: 20, negativeTtl: 3, tags: ['t'] };
    expect(termsOf(defaults({ negativeTtl: 7 }), given)).toMatchObject(given);
    expect(termsOf(defaults(), { staleIfError: 9 }).staleIfError).toBe(9);
    expect(termsOf(defaults(), { sliding: true }).sliding).toBe(true);
    expect(termsOf(defaults(), { sliding: false }).sliding).toBe(false);
  });

  test('an empty result lives as long as another one where nobody says otherwise', () => {
    expect(termsOf(defaults(), { ttl: 20 }).negativeTtl).toBe(20);
  });

  test('jitter shortens by at most its ratio, and never below a second', () => {
    const ttlWith = (random: number, ttl = 100) =>
      termsOf(defaults({ ttlJitter: 0.4, random: () => random }), { ttl }).ttl;
    expect([ttlWith(0), ttlWith(0.5), ttlWith(0.999)]).toEqual([100, 80, 61]);
    expect(ttlWith(0.999, 1)).toBe(1);
  });

  test('without jitter no random number is drawn', () => {
    const random = vi.fn(() => 0.5);
    expect(termsOf(defaults({ random })).ttl).toBe(100);
    expect(random).not.toHaveBeenCalled();
  });

  test('the store is asked for the whole time it is to keep an entry, once where both agree', () => {
    const { backend, seen } = pickyBackend();
    termsOf(defaults({ backend }));
    termsOf(defaults({ backend }), { ttl: 20, staleIfError: 30 });
    termsOf(defaults({ backend }), { ttl: 20, negativeTtl: 5, staleIfError: 30 });
    expect(seen).toEqual([100, 50, 50, 35]);
  });

  test.each([
    { ttl: 0 },
    { ttl: null },
    { negativeTtl: -1 },
    { staleIfError: 0 },
    { sliding: 'yes' },
    { sliding: 1 },
    { sliding: null },
    { sliding: true, staleIfError: 5 },
    { tags: 'red' },
  ])('%o is refused', (given: object) => {
    expect(() => termsOf(defaults(), given)).toThrow(ConfigurationError);
  });

  test('sliding is for a store that can extend a life', () => {
    const backend = new GatedBackend();
    expect(() => termsOf(defaults({ backend }), { sliding: true })).toThrow(ConfigurationError);
    expect(termsOf(defaults({ backend }), { sliding: false }).sliding).toBe(false);
    expect(termsOf(defaults(), { sliding: false, staleIfError: 5 }).staleIfError).toBe(5);
  });
});
