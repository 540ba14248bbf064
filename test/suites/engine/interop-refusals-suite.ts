/** What `wrap` in interop mode refuses, at registration or with the call, never silently. */
import { describe, expect, test } from 'vitest';
import type { WrapOptions } from '../../../js/api.ts';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { TieredBackend } from '../../../js/backends/tiered.ts';
import { ConfigurationError } from '../../../js/errors.ts';
import { PrefixedBackend } from '../../helpers/prefixed-backend.ts';
import type { MakeCache } from './make-cache.ts';

const GOOD = { namespace: 'shop', interop: 'order', interopArity: 1 };
const compute = async (id?: number): Promise<number> => id ?? 0;

class OddNames extends MemoryBackend {
  transformsKeys = true;
}

export function interopRefusalsSuite(name: string, makeCache: MakeCache): void {
  describe(`${name}: interop mode refuses`, () => {
    const register = (options: object, fn: (...args: number[]) => Promise<number> = compute) => {
      const cache = makeCache({ backend: new MemoryBackend() });
      const given: WrapOptions<number[]> = { ...GOOD, ...options };
      return cache.wrap(fn, given);
    };

    test('nothing of a good registration, in any of its forms', async () => {
      for (const options of [
        {},
        { name: 'order' },
        { name: 'order', interop: true },
        { interop: { operation: 'order' } },
        { name: 'order', interop: {} },
        { interop: { operation: 'order', version: 2, compression: true } },
        { ttl: 5, negativeTtl: 1, skipL1: true },
      ]) {
        expect(await register(options)(7)).toBe(7);
      }
    });

    test.each([
      ['no operation', { interop: true }],
      ['another name', { name: 'other' }],
      ['a namespace of another form', { namespace: 'Shop' }],
      ['a reserved namespace', { namespace: 'nsapi' }],
      ['an operation of another form', { interop: 'get order' }],
      ['an option that is none', { interop: { operation: 'order', zzz: 1 } }],
      ['something else for interop', { interop: 1 }],
      ['false, which is no mode', { interop: false }],
      ['null', { interop: null }],
      ['a version that is none', { interop: { operation: 'order', version: 3 } }],
      ['compression in version 1', { interop: { operation: 'order', compression: true } }],
      [
        'compression that is no boolean',
        { interop: { operation: 'order', version: 2, compression: 1 } },
      ],
      ['no arity', { interopArity: undefined }],
      ['another arity than the function’s', { interopArity: 2 }],
      ['an arity that is no number', { interopArity: '1' }],
      ['tags', { tags: ['t'] }],
      ['sliding', { sliding: true }],
      ['staleIfError', { staleIfError: 5 }],
      ['a bad TTL', { ttl: -1 }],
    ])('%s', (_what, options) => {
      expect(() => register(options)).toThrow(ConfigurationError);
    });

    test('interopArity without interop', () => {
      expect(() => register({ interop: undefined })).toThrow(ConfigurationError);
    });

    test('functions whose parameters are not all plain', () => {
      const withDefault = async (a?: number, b = 1): Promise<number> => (a ?? 0) + b;
      const rest = async (a?: number, ...more: number[]): Promise<number> => a ?? more.length;
      for (const fn of [withDefault, rest]) {
        expect(() => register({ interopArity: 2 }, fn)).toThrow(ConfigurationError);
      }
    });

    test('calls with more or fewer arguments', async () => {
      const order = register({});
      await expect(order()).rejects.toThrow(ConfigurationError);
      await expect(order(1, 2)).rejects.toThrow(ConfigurationError);
    });

    test.each([
      ['a key prefix', () => new PrefixedBackend(new MemoryBackend(), 'app:')],
      ['names of its own', () => new OddNames()],
      ['them behind a tier', () => new TieredBackend([new MemoryBackend(), new OddNames()])],
    ])('a store with %s', (_what, backend) => {
      const cache = makeCache({ backend: backend() });
      expect(() => cache.wrap(compute, GOOD)).toThrow(ConfigurationError);
    });

    test('a store that begins to have names of its own', async () => {
      const backend = new OddNames();
      backend.transformsKeys = false;
      const order = makeCache({ backend }).wrap(compute, GOOD);
      expect(await order(1)).toBe(1);
      backend.transformsKeys = true;
      await expect(order(1)).rejects.toThrow(ConfigurationError);
    });

    test('to call a plaintext cache secure', () => {
      const cache = makeCache({ backend: new MemoryBackend() });
      const options: WrapOptions<[number]> = GOOD;
      expect(() => cache.secure.wrap(compute, options)).toThrow(ConfigurationError);
    });
  });
}
