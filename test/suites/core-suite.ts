/** What every core does alike, whatever it is compiled to. Knows nothing of Node. */
import { describe, expect, test } from 'vitest';
import {
  CONTAINER_ENVELOPE,
  CONTAINER_PACKED,
  CONTAINER_PLAIN,
  type Container,
  type Core,
} from '../../js/core/core.ts';
import { coreBytesSuite } from './core-bytes-suite.ts';
import { coreEventsSuite } from './core-events-suite.ts';
import {
  errorOf,
  keyOf,
  keys,
  LIMIT,
  type MakeCore,
  refusal,
  sameBytes,
  sampleOf,
} from './core-inputs.ts';
import { coreKeysSuite } from './core-keys-suite.ts';

const CONTAINERS: readonly Container[] = [CONTAINER_PLAIN, CONTAINER_ENVELOPE, CONTAINER_PACKED];
const SIZES = [0, 1, 27, 64 * 1024, 1024 * 1024, 5 * 1024 * 1024];

const notAuthentic = refusal('ERR_ENCRYPTION', 'kAuthenticationFailed');
const tooShort = refusal('ERR_ENCRYPTION', 'kBlobTooShort');
const disposed = refusal('ERR_ENCRYPTION', 'kDisposed');

export function coreSuite(name: string, makeCore: MakeCore): void {
  const sealerOf = async (given = keys, core?: Core) =>
    (core ?? (await makeCore())).createSealer(given);

  describe(`sealing with the ${name} core`, () => {
    test.each(CONTAINERS)('opens what it sealed (container %i)', async (container) => {
      const sealer = await sealerOf();
      for (const size of SIZES) {
        const value = sampleOf(size);
        const blob = await sealer.seal(value, `key ${size}`, container);
        if (container !== CONTAINER_ENVELOPE) expect(blob.length).toBe(size + 28);
        const opened = await sealer.open(blob, `key ${size}`, container, LIMIT);
        expect(sameBytes(opened, sampleOf(size))).toBe(true);
        expect(sameBytes(value, sampleOf(size))).toBe(true);
      }
    });

    test('leaves earlier results alone', async () => {
      const sealer = await sealerOf();
      const blobs: Uint8Array[] = [];
      for (let i = 0; i < 300; i += 1) {
        blobs.push(await sealer.seal(sampleOf(i * 61, i), `key ${i}`, CONTAINER_PACKED));
      }
      const values: Uint8Array[] = [];
      for (const [i, blob] of blobs.entries()) {
        values.push(await sealer.open(blob, `key ${i}`, CONTAINER_PACKED, LIMIT));
      }
      expect(values.every((value, i) => sameBytes(value, sampleOf(i * 61, i)))).toBe(true);
    });

    test('never gives a nonce twice', async () => {
      const core = await makeCore();
      const sealers = [await sealerOf(keys, core), await sealerOf(keys, core)];
      const nonces = new Set<string>();
      for (let i = 1; i <= 200; i += 1) {
        for (const sealer of sealers) {
          const blob = await sealer.seal(new Uint8Array(), 'key', CONTAINER_PLAIN);
          nonces.add(blob.subarray(0, 12).join());
          expect(sealer.nonceCounter).toBe(i);
          expect(new DataView(blob.buffer, blob.byteOffset).getUint32(8)).toBe(i - 1);
        }
      }
      expect(nonces.size).toBe(400);
    });

    test('A27: numbers its sealers one after the other, from a random start', async () => {
      const core = await makeCore();
      const instances: bigint[] = [];
      for (let i = 0; i < 50; i += 1) {
        const sealer = await sealerOf(keys, core);
        const blob = await sealer.seal(new Uint8Array(), 'key', CONTAINER_PLAIN);
        instances.push(new DataView(blob.buffer, blob.byteOffset).getBigUint64(0));
        sealer.dispose();
      }
      const [first = 0n] = instances;
      // Drawn anew for each, 64 bits would meet far sooner over many short-lived caches. Other
      // threads of the process take numbers of the same sequence.
      const steps = instances.map((instance) => BigInt.asUintN(64, instance - first));
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => (a < b ? -1 : 1)));
      expect(steps.at(-1)).toBeLessThan(1_000_000n);
      // Of 64 random bits the upper half is zero once in four billion runs.
      expect(first >> 32n).not.toBe(0n);
    });

    test('refuses an entry that was moved to another key, tenant or mode', async () => {
      const sealer = await sealerOf();
      const foreign = await sealerOf({ ...keys, tenantId: 'tenant2' });
      const other = await sealerOf({ ...keys, current: keyOf(9) });
      for (const container of CONTAINERS) {
        const blob = await sealer.seal(sampleOf(100), 'key', container);
        const flipped = container === CONTAINER_PLAIN ? CONTAINER_PACKED : CONTAINER_PLAIN;
        const wrong = [
          () => sealer.open(blob, 'key2', container, LIMIT),
          () => sealer.open(blob, 'key', flipped, LIMIT),
          () => foreign.open(blob, 'key', container, LIMIT),
          () => other.open(blob, 'key', container, LIMIT),
        ];
        for (const work of wrong) expect(await errorOf(work)).toMatchObject(notAuthentic);
      }
    });

    test('refuses every changed bit and every missing byte', async () => {
      const sealer = await sealerOf();
      const blob = await sealer.seal(sampleOf(9), 'key', CONTAINER_PLAIN);
      for (let bit = 0; bit < blob.length * 8; bit += 1) {
        const changed = blob.slice();
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const opening = () => sealer.open(changed, 'key', CONTAINER_PLAIN, LIMIT);
        expect(await errorOf(opening)).toMatchObject(notAuthentic);
      }
      for (let size = 0; size < blob.length; size += 1) {
        const opening = () => sealer.open(blob.subarray(0, size), 'key', CONTAINER_PLAIN, LIMIT);
        expect(await errorOf(opening)).toMatchObject(size < 28 ? tooShort : notAuthentic);
      }
    });

    test('refuses an authentic entry that is no envelope', async () => {
      const sealer = await sealerOf();
      const blob = await sealer.seal(Uint8Array.of(0x90), 'key', CONTAINER_PACKED);
      const opening = () => sealer.open(blob, 'key', CONTAINER_ENVELOPE, LIMIT);
      expect(await errorOf(opening)).toMatchObject(refusal('ERR_INTEGRITY', 'kEnvelopeMalformed'));
    });

    test.each(CONTAINERS)(
      'B41: keeps to the limit for the value (container %i)',
      async (container) => {
        const sealer = await sealerOf();
        const blob = await sealer.seal(new Uint8Array(5000), 'key', container);
        expect(await sealer.open(blob, 'key', container, 5000)).toHaveLength(5000);
        for (const limit of [4999, 0]) {
          const opening = () => sealer.open(blob, 'key', container, limit);
          expect(await errorOf(opening)).toMatchObject(
            refusal('ERR_VALUE_TOO_LARGE', 'kValueTooLarge'),
          );
        }
      },
    );

    test.each([Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY])(
      'refuses %f as a limit',
      async (limit) => {
        const sealer = await sealerOf();
        const opening = () => sealer.open(new Uint8Array(40), 'key', CONTAINER_PLAIN, limit);
        expect(await errorOf(opening)).toMatchObject({ reason: 'kInvalidArgument' });
      },
    );

    test.each([-1, 0.5, 3, 256, Number.NaN])('knows no container %f', async (number) => {
      const sealer = await sealerOf();
      const sealing = () => Reflect.apply(sealer.seal, sealer, [sampleOf(9), 'key', number]);
      const opening = () => Reflect.apply(sealer.open, sealer, [sampleOf(40), 'key', number, 99]);
      for (const use of [sealing, opening]) {
        expect(await errorOf(async () => use())).toMatchObject({ reason: 'kInvalidArgument' });
      }
      expect(sealer.nonceCounter).toBe(0);
    });

    test('refuses use after dispose, and disposes twice', async () => {
      const sealer = await sealerOf();
      const blob = await sealer.seal(sampleOf(9), 'key', CONTAINER_PLAIN);
      sealer.dispose();
      sealer.dispose();
      const uses = [
        () => sealer.seal(sampleOf(9), 'key', CONTAINER_PLAIN),
        () => sealer.open(blob, 'key', CONTAINER_PLAIN, LIMIT),
        () => sealer.nonceCounter,
        () => sealer.fingerprint,
        () => sealer.keyringEntryCount,
        () => sealer.opensByKey,
      ];
      for (const use of uses) expect(await errorOf(use)).toMatchObject(disposed);
    });
  });

  coreKeysSuite(name, makeCore);
  coreBytesSuite(name, makeCore);
  coreEventsSuite(name, makeCore);
}
