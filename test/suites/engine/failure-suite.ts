/** What failures of the store and of entries do, and what they never do (PITFALLS A26; B7–B13). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { generateKey } from '../../../js/config/generate-key.ts';
import { BackendError, CircuitBreakerOpenError, EncryptionError } from '../../../js/errors.ts';
import { setLogger } from '../../../js/log/logger.ts';
import { GatedBackend } from '../../helpers/gated-backend.ts';
import type { MakeCache } from './make-cache.ts';

export function failureSuite(name: string, makeCache: MakeCache): void {
  const masterKey = generateKey();
  let lines: string[] = [];

  describe(`${name}: failures`, () => {
    beforeEach(() => {
      lines = [];
      setLogger((line) => lines.push(line));
    });
    afterEach(() => setLogger(null));

    test('B11: with the store down, L1 answers and the origin is asked once', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      backend.failWith(new BackendError('down'));
      let asked = 0;
      const load = cache.wrap(async () => ++asked, { namespace: 'origin' });
      expect([await load(), await load(), await load()]).toEqual([1, 1, 1]);
      expect(await cache.get('other')).toBeNull();
      expect(await cache.delete('other')).toBe(false);
      expect(await cache.exists('other')).toBe(false);
      expect(cache.stats().errors['ERR_BACKEND']).toBeGreaterThan(0);
    });

    test('B10: credentials that are refused show, even if the store was just away', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend });
      for (const classification of ['transient', 'authentication'] as const) {
        backend.failWith(new BackendError('no', classification));
        await cache.get('k');
        await cache.get('k');
      }
      const told = lines.map((line) => /\((.*?)\)/.exec(line)?.[1]);
      expect(told).toEqual(['ERR_BACKEND transient', 'ERR_BACKEND authentication']);
    });

    test('without degradation the store’s error reaches the caller', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, reliability: { degradation: false } });
      backend.failWith(new BackendError('down'));
      await expect(cache.get('k')).rejects.toThrow(BackendError);
      await expect(cache.set('k', 1)).rejects.toThrow(BackendError);
    });

    test.each([
      ['throw', undefined],
      ['miss', undefined],
      ['throw', false],
      ['miss', false],
    ] as const)('A26: encryption.onFailure %s, degradation %s', async (onFailure, degradation) => {
      const backend = new GatedBackend();
      const reliability = degradation === undefined ? {} : { degradation };
      const cache = makeCache({ backend, encryption: { masterKey, onFailure }, reliability });
      await backend.store.set('k', new Uint8Array(60));
      if (onFailure === 'throw') await expect(cache.get('k')).rejects.toThrow(EncryptionError);
      else expect(await cache.get('k')).toBeNull();
    });

    test('A26: failing closed for entries keeps the protection against an outage', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, encryption: { masterKey, onFailure: 'throw' } });
      backend.failWith(new BackendError('down'));
      expect(await cache.get('k')).toBeNull();
    });

    test('B12, B55: a poisoned entry is read once, counted, logged by digest and removed', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, encryption: { masterKey } });
      await backend.store.set('user:secret-name', new Uint8Array(60));
      expect(await cache.get('user:secret-name')).toBeNull();
      await vi.waitFor(async () => expect(await backend.store.get('user:secret-name')).toBeNull());
      expect(backend.calls.get).toBe(1);
      expect(cache.stats().operations['l2_decode']?.error).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines.join()).not.toContain('secret-name');
    });

    test('B7, B9: values that cannot be written and entries that cannot be read never open the breaker', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({
        backend,
        reliability: { circuitBreaker: { failureThreshold: 2 }, retry: { maxAttempts: 3 } },
      });
      for (let i = 0; i < 5; i++) await cache.set(`k${i}`, () => {});
      expect(backend.calls.set).toBe(0);
      for (let i = 0; i < 5; i++) {
        await backend.store.set(`bad${i}`, Uint8Array.of(0xc1));
        expect(await cache.get(`bad${i}`)).toBeNull();
      }
      expect(backend.calls.get).toBe(5);
      expect(cache.stats().breaker).toBe('closed');
      await cache.set('good', 1);
      expect(await cache.get('good', { skipL1: true })).toBe(1);
    });

    test('the breaker opens for a failing store and says so', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({
        backend,
        reliability: { degradation: false, circuitBreaker: { failureThreshold: 2 } },
      });
      backend.failWith(new BackendError('down'));
      for (let i = 0; i < 2; i++) await expect(cache.get('k')).rejects.toThrow(BackendError);
      await expect(cache.get('k')).rejects.toThrow(CircuitBreakerOpenError);
      expect(backend.calls.get).toBe(2);
      expect(cache.stats().breaker).toBe('open');
    });

    test('L1 of an encrypted cache never holds the plaintext', async () => {
      const backend = new GatedBackend();
      const cache = makeCache({ backend, encryption: { masterKey } });
      await cache.set('k', { note: 'attack at dawn' });
      backend.failWith(new BackendError('down'));
      expect(await cache.get('k')).toEqual({ note: 'attack at dawn' });
      expect(cache.stats().l1.bytes).toBeGreaterThan(0);
      expect(() =>
        makeCache({ backend, encryption: { masterKey }, l1: { isolation: 'shared' } }),
      ).toThrow('ciphertext');
    });
  });
}
