/** Small entries that claim or unpack to much: in a plaintext cache, and sealed by a holder of the key. */
import { expect } from 'vitest';
import { EncryptionManager } from '../../../js/node.ts';
import { bin, encodeEnvelope } from '../../reference/envelope-pack.ts';
import type { Arena } from '../arena.ts';
import { attack } from '../attack.ts';
import { type Refusal, Target } from '../target.ts';

const MIB = 1024 * 1024;
const NO_SUM = new Uint8Array(8);
/** What reading any of these may take at most; each claims or unpacks to several times that. */
const MOST_MEMORY = 96 * MIB;

const integrity = (reason: string): Refusal => ({ code: 'ERR_INTEGRITY', reason });
const TOO_LARGE: Refusal = { code: 'ERR_VALUE_TOO_LARGE', reason: 'kValueTooLarge' };

/** A sound LZ4 block of zeros: one match over all of them, and what a block has to end with. */
function zeros(megabytes: number): { readonly block: Uint8Array; readonly size: bigint } {
  const more = megabytes * 4096;
  const block = new Uint8Array(4 + more + 7);
  block.set([0x1f, 0, 1, 0]);
  block.fill(255, 4, 4 + more);
  block.set([0, 0x50], 4 + more);
  return { block, size: BigInt(1 + 4 + 15 + 255 * more + 5) };
}

function envelopeOf({ block, size }: ReturnType<typeof zeros>): Uint8Array {
  return encodeEnvelope(bin(block), NO_SUM, size);
}

/** Envelopes, and how each is refused. */
function bombs(): [Uint8Array, Refusal][] {
  const claims = (block: number, size: bigint) =>
    envelopeOf({ block: new Uint8Array(block), size });
  return [
    // Within all limits only the checksum is wrong: the block itself is sound.
    [envelopeOf(zeros(1)), integrity('kChecksumMismatch')],
    [envelopeOf(zeros(256)), TOO_LARGE],
    [claims(540_000, 512n * 1024n * 1024n), TOO_LARGE],
    [claims(1000, 1_000_001n), integrity('kEnvelopeRatioCap')],
    [claims(1, 512n * 1024n * 1024n), integrity('kEnvelopeRatioCap')],
    [claims(1000, 512n * 1024n * 1024n + 1n), integrity('kEnvelopeSizeCap')],
    // What is left of it in 32 bits is 1.
    [claims(1000, 2n ** 32n + 1n), integrity('kEnvelopeSizeCap')],
    [claims(1000, 2n ** 64n - 1n), integrity('kEnvelopeSizeCap')],
    [claims(0, 1n), integrity('kEnvelopeEmptyData')],
  ];
}

async function tryAll(
  target: Target,
  written: (envelope: Uint8Array, key: string) => Promise<Uint8Array>,
): Promise<void> {
  const { arena, raw, lenient } = target;
  for (const [envelope, refusal] of bombs()) {
    const key = arena.key();
    const entry = await written(envelope, key);
    const before = process.memoryUsage().rss;
    await target.rejects(key, entry, refusal);
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_MEMORY);
    expect(await lenient.cache.get(key)).toBeNull();
    expect(lenient.errors.at(-1)).toMatchObject({ key, operation: 'l2_decode', error: refusal });
    await raw.delete(key);
  }
}

const plainBomb = attack('a plaintext LZ4 bomb', async (arena) => {
  const target = new Target(arena, arena.redisPlace(), { encryption: null });
  await tryAll(target, async (envelope) => envelope);
});

const sealedBomb = attack('a sealed LZ4 bomb', async (arena) => {
  const holder = holderOf(arena);
  const target = new Target(arena, arena.redisPlace());
  await tryAll(target, (envelope, key) => holder.encrypt(envelope, key, true));
});

const hugeEntry = attack('too many bytes', async (arena) => {
  const huge = new Uint8Array(25 * MIB);
  const target = new Target(arena, arena.redisPlace());
  const plain = new Target(arena, arena.redisPlace(), { encryption: null, compression: false });
  const key = arena.key();
  for (const { cache, errors } of [target.lenient, plain.lenient]) {
    await target.raw.set(key, huge);
    expect(await cache.get(key)).toBeNull();
    // A limit of this process: another may have set it higher, so the entry stays.
    expect(errors).toMatchObject([{ key, error: { code: 'ERR_VALUE_TOO_LARGE' } }]);
    expect(await target.raw.exists(key)).toBe(true);
  }
});

const damagedPlain = attack('a damaged envelope', async (arena) => {
  const target = new Target(arena, arena.redisPlace(), { encryption: null });
  const key = arena.key();
  const value = { role: 'reader', text: 'ab'.repeat(40) };
  const envelope = await target.seal(key, value);
  let refused = 0;
  for (let bit = 0; bit < envelope.length * 8; bit += 1) {
    const flipped = envelope.slice();
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await target.raw.set(key, flipped);
    const answer: unknown = await target.cache.get(key).catch((error: unknown) => error);
    if (answer instanceof Error) {
      expect(answer).toHaveProperty(
        'code',
        expect.stringMatching(/^ERR_(INTEGRITY|SERIALIZATION)$/),
      );
      refused += 1;
    } else {
      // Some offsets of a match name the same bytes.
      expect(answer).toEqual(value);
    }
  }
  expect(refused).toBeGreaterThan(envelope.length * 7);
  const last = envelope.length - 1;
  const refusal = { code: 'ERR_SERIALIZATION', reason: 'kBoundsIncomplete' };
  await target.refuses(key, envelope.slice(0, last), refusal);
});

const forgedPlain = attack('a forged envelope', async (arena) => {
  const forger = new Target(arena, arena.redisPlace(), { encryption: null });
  const target = new Target(arena, arena.redisPlace(), { encryption: null });
  const [key, other] = [arena.key(), arena.key()];
  const forged = await forger.seal(other, { role: 'admin' });
  await target.cache.set(key, { role: 'reader' });
  await target.raw.set(key, forged);
  // A checksum is no proof of who wrote it.
  expect(await target.cache.get(key)).toEqual({ role: 'admin' });
});

const sealedInPlain = attack('a sealed entry in plaintext', async (arena) => {
  const sealer = new Target(arena, arena.redisPlace(), { compression: false });
  const sealed = await sealer.seal(arena.key(), 'secret'.repeat(50));
  for (const compression of [true, false]) {
    const target = new Target(arena, arena.redisPlace(), { encryption: null, compression });
    await target.refuses(arena.key(), sealed, { code: 'ERR_SERIALIZATION' });
  }
});

export const BOMBS = [plainBomb, sealedBomb, hugeEntry, damagedPlain, forgedPlain, sealedInPlain];

export function holderOf(arena: Arena): EncryptionManager {
  const manager = new EncryptionManager(arena.masterKey);
  arena.defer(() => manager.dispose());
  return manager;
}
