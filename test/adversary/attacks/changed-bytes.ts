/** Entries whose bytes are not those that were sealed. */
import { expect } from 'vitest';
import { createCache, MemoryBackend } from '../../../js/node.ts';
import { attack } from '../attack.ts';
import { expectError, NOT_AUTHENTIC, Target, TOO_SHORT } from '../target.ts';

const NONCE = 12;
const OVERHEAD = 28;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const everyBit = attack('every flipped bit', async (arena) => {
  for (const place of arena.places) {
    const target = new Target(arena, place, { compression: false });
    const key = arena.key();
    const sealed = await target.seal(key, true);
    expect(sealed).toHaveLength(OVERHEAD + 1);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      await target.raw.set(key, flipped(sealed, bit));
      await expectError(target.cache.get(key), NOT_AUTHENTIC, `${place.name}, bit ${bit}`);
    }
    expect(target.cache.stats().hits.l2).toBe(0);
    expect(target.cache.stats().errors['ERR_ENCRYPTION']).toBe(sealed.length * 8);
    await target.refuses(key, flipped(sealed, 0), NOT_AUTHENTIC);
  }
});

const cut = attack('cut entries', async (arena) => {
  for (const place of arena.places) {
    const target = new Target(arena, place);
    const key = arena.key();
    const sealed = await target.seal(key, { role: 'reader' });
    for (let size = 0; size < sealed.length; size += 1) {
      await target.raw.set(key, sealed.subarray(0, size));
      const refusal = size < OVERHEAD ? TOO_SHORT : NOT_AUTHENTIC;
      await expectError(target.cache.get(key), refusal, `${place.name}, ${size} bytes`);
    }
    await target.refuses(key, sealed.subarray(0, OVERHEAD), NOT_AUTHENTIC);
    await target.refuses(key, sealed.subarray(0, OVERHEAD - 1), TOO_SHORT);
  }
});

const extended = attack('extended entries', async (arena) => {
  for (const place of arena.places) {
    const target = new Target(arena, place);
    const key = arena.key();
    const sealed = await target.seal(key, { role: 'reader' });
    for (const at of [0, NONCE, sealed.length - 16, sealed.length]) {
      for (const added of [1, 16]) {
        const longer = joined(sealed.subarray(0, at), new Uint8Array(added), sealed.subarray(at));
        await target.rejects(key, longer, NOT_AUTHENTIC);
      }
    }
    await target.refuses(key, joined(sealed, sealed), NOT_AUTHENTIC);
  }
});

const spliced = attack('spliced entries', async (arena) => {
  const target = new Target(arena, arena.redisPlace());
  const key = arena.key();
  const first = partsOf(await target.seal(key, { role: 'reader' }));
  const second = partsOf(await target.seal(key, { role: 'admins' }));
  for (const nonce of [first.nonce, second.nonce]) {
    for (const text of [first.text, second.text]) {
      for (const tag of [first.tag, second.tag]) {
        const sources = new Set([nonce, text, tag].map((part) => part.buffer));
        if (sources.size === 1) continue;
        await target.rejects(key, joined(nonce, text, tag), NOT_AUTHENTIC);
      }
    }
  }
  await target.refuses(key, joined(first.nonce, second.text, second.tag), NOT_AUTHENTIC);
});

const planted = attack('planted plaintext', async (arena) => {
  const store = new MemoryBackend();
  const plain = createCache({ backend: store });
  const bare = createCache({ backend: store, compression: false });
  await plain.set('envelope', { role: 'admin' });
  await bare.set('payload', { role: 'admin', filler: 'x'.repeat(40) });
  const forgeries = [
    await store.get('envelope'),
    await store.get('payload'),
    utf8('{"role":"admin"}'.padEnd(64)),
    // The frame of the Python SDK, whose header says that it is not encrypted.
    utf8('CK\u0003{"encrypted":false,"format":"msgpack"}'.padEnd(64)),
    utf8('<html><body>502 Bad Gateway</body></html>'),
    new Uint8Array(64),
  ];
  for (const place of arena.places) {
    for (const compression of [true, false]) {
      const target = new Target(arena, place, { compression });
      for (const forgery of forgeries) {
        expect(forgery?.length).toBeGreaterThanOrEqual(OVERHEAD);
        await target.refuses(arena.key(), forgery ?? utf8(''), NOT_AUTHENTIC);
      }
    }
  }
});

const oracle = attack('compared refusals', async (arena) => {
  const target = new Target(arena, arena.redisPlace());
  const other = new Target(arena, arena.redisPlace(), { encryption: { tenantId: 'other' } });
  const key = arena.key();
  const sealed = await target.seal(key, { role: 'reader' });
  const bits = [0, NONCE * 8, (sealed.length - 16) * 8, sealed.length * 8 - 1];
  const attempts = [...bits.map((bit) => flipped(sealed, bit)), await other.seal(key, 1)];
  const answers = new Set<string>();
  for (const attempt of attempts) {
    await target.raw.set(key, attempt);
    const error: unknown = await target.cache.get(key).catch((reason: unknown) => reason);
    expect(error).toMatchObject(NOT_AUTHENTIC);
    answers.add(error instanceof Error ? error.message : '');
  }
  expect(answers.size).toBe(1);
});

export const CHANGED_BYTES = [everyBit, cut, extended, spliced, planted, oracle];

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = bytes.slice();
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function partsOf(sealed: Uint8Array) {
  const own = sealed.slice();
  return {
    nonce: own.subarray(0, NONCE),
    text: own.subarray(NONCE, -16),
    tag: own.subarray(-16),
  };
}
