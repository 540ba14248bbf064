/** Values come back as what they were, however they are read (PITFALLS A2, A3; B5, B39, B41). */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { MemoryBackend } from '../../../js/backends/memory.ts';
import { ValueCodec } from '../../../js/codec/index.ts';
import { generateKey } from '../../../js/config/generate-key.ts';
import { captureLog } from '../../helpers/captured-log.ts';
import { storable } from '../../unit/codec/helpers.ts';
import type { MakeCache } from './make-cache.ts';

const codec = new ValueCodec();
/** Equal for equal values of equal types only, as the codec's own tests show. */
const bytesOf = (value: unknown): Uint8Array => codec.encode(value).slice();

export function pitfallsValuesSuite(name: string, makeCache: MakeCache): void {
  describe.each([
    ['plaintext, packed', {}],
    ['plaintext, bare', { compression: false }],
    ['encrypted, packed', { encryption: { masterKey: generateKey() } }],
    ['encrypted, bare', { encryption: { masterKey: generateKey() }, compression: false }],
  ])(`${name}, %s: values`, { timeout: 60_000 }, (_mode, options) => {
    const open = () => {
      const backend = new MemoryBackend();
      const make = (more: object = {}) => makeCache({ backend, ...options, ...more });
      return { backend, cache: make(), peer: make(), make };
    };

    test('A2: every kind of value is the same from L1, the store, a batch and a computation', async () => {
      const { cache, peer } = open();
      const none = () => Promise.reject(new Error('not cached'));
      await fc.assert(
        fc.asyncProperty(storable, async (value) => {
          const expected = bytesOf(value);
          await cache.set('k', value);
          const hits = cache.stats().hits.l1;
          expect(bytesOf(await cache.get('k'))).toEqual(expected);
          expect(cache.stats().hits.l1).toBe(hits + 1);
          const read = [
            await cache.get('k', { skipL1: true }),
            await peer.get('k', { skipL1: true }),
            (await peer.getMany(['k'], { skipL1: true })).get('k'),
            await peer.getOrSet('k', none),
            await cache.getOrSet('k', none, { skipL1: true }),
          ];
          for (const each of read) expect(bytesOf(each)).toEqual(expected);
          await peer.invalidate('global');
        }),
        { numRuns: 60 },
      );
    });

    test.each([null, undefined])('A3: a computed %s is found, in both tiers', async (nothing) => {
      const { backend, cache, peer, make } = open();
      const stored = vi.spyOn(backend, 'set');
      const find = vi.fn(async (): Promise<unknown> => nothing);
      const wrapped = cache.wrap(find, { namespace: 'find' });
      const elsewhere = make({ l1: { enabled: false } }).wrap(find, { namespace: 'find' });
      expect(await wrapped()).toBe(nothing);
      expect([await wrapped(), await elsewhere(), await elsewhere()]).toEqual([null, null, null]);
      expect(find).toHaveBeenCalledTimes(1);
      expect(await cache.getOrSet('k', find)).toBe(nothing);
      expect([await cache.getOrSet('k', find), await peer.getOrSet('k', find)]).toEqual([
        null,
        null,
      ]);
      expect(find).toHaveBeenCalledTimes(2);
      expect([await cache.exists('k'), await peer.exists('k')]).toEqual([true, true]);
      expect(await peer.getMany(['k', 'absent'])).toEqual(new Map([['k', null]]));
      expect(stored).toHaveBeenCalledTimes(2);
    });

    test('B5: a value that looks like an envelope stays what it is', async () => {
      const { cache, peer } = open();
      const plain = new MemoryBackend();
      await makeCache({ backend: plain }).set('k', { inside: 1 });
      const envelope = await plain.get('k');
      const lookalike = codec.decode(envelope ?? new Uint8Array(0));
      expect(lookalike).toHaveLength(4);
      for (const value of [lookalike, envelope]) {
        await cache.set('k', value);
        expect(await cache.get('k')).toEqual(value);
        expect(await peer.get('k', { skipL1: true })).toEqual(value);
      }
    });
  });

  describe(`${name}: envelopes of others`, () => {
    captureLog();

    /** A genuine envelope of a value as a four-element array. */
    async function envelopeOf(value: unknown): Promise<unknown[]> {
      const backend = new MemoryBackend();
      await makeCache({ backend }).set('k', value);
      const parts = codec.decode((await backend.get('k')) ?? new Uint8Array(0));
      if (!Array.isArray(parts)) throw new TypeError('an envelope is an array');
      return parts;
    }

    async function read(parts: readonly unknown[], compression = true): Promise<unknown> {
      const backend = new MemoryBackend();
      await backend.set('k', bytesOf(parts));
      const cache = makeCache({ backend, compression, reliability: { degradation: false } });
      return await cache.get('k').catch((error: unknown) => error);
    }

    test('B39: the older form of the block is read, and held to its checksum', async () => {
      const [block, checksum, size, format] = await envelopeOf({ a: 'attack at dawn' });
      if (!(block instanceof Uint8Array) || !Array.isArray(checksum)) throw new TypeError('form');
      const integers = [...block];
      expect(await read([integers, checksum, size, format])).toEqual({ a: 'attack at dawn' });
      const wrong = checksum.with(0, checksum[0] ^ 1);
      expect(await read([integers, wrong, size, format])).toMatchObject({ code: 'ERR_INTEGRITY' });
    });

    test('B5, B39: a cache that does not pack takes an envelope for the array it is', async () => {
      const parts = await envelopeOf('hidden');
      expect(await read(parts, false)).toEqual(parts);
    });

    test('B5: a cache that packs never takes a bare value', async () => {
      expect(await read([1, 2, 3, 4])).toMatchObject({ code: 'ERR_INTEGRITY' });
    });

    test('B41: a size that is only claimed is refused by the reader’s own limit', async () => {
      const [block, checksum, , format] = await envelopeOf('x'.repeat(1000));
      const claims = new Map<number, string>([
        [11_000_000, 'ERR_INTEGRITY'],
        [512 * 1024 * 1024, 'ERR_INTEGRITY'],
        [2 ** 40, 'ERR_INTEGRITY'],
      ]);
      for (const [claimed, code] of claims) {
        expect(await read([block, checksum, claimed, format])).toMatchObject({ code });
      }
      // Within the ratio of 1000 to 1, so that only the limit is left to refuse it.
      const zeros = new Uint8Array(20_000);
      expect(await read([zeros, checksum, 11_000_000, format])).toMatchObject({
        code: 'ERR_VALUE_TOO_LARGE',
        reason: 'kValueTooLarge',
      });
    });
  });
}
