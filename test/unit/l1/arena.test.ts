import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHUNK_BYTES } from '../../../js/l1/arena.ts';
import { clockedCache, HOUR } from './helpers.ts';

const place = { namespace: 'n' };
const UNTIL = 1_000_000 + HOUR;

function filled(size: number, seed: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (seed * 31 + i) & 0xff);
}

/** A cache of bytes that only it sees, and what L1 has of a key. */
function arenaCache(maxEntries = 100_000) {
  const { cache, clock } = clockedCache({ maxEntries });
  const keep = (key: string, bytes: Uint8Array) => cache.keep(key, bytes, null, place, UNTIL);
  const contentOf = (key: string): Uint8Array => {
    const content = cache.peek(key)?.content;
    if (!(content instanceof Uint8Array)) throw new Error(`nothing under ${key}`);
    return content;
  };
  return { cache, clock, keep, contentOf };
}

/** Bytes of memory behind these keys. */
function held(contentOf: (key: string) => Uint8Array, keys: readonly string[]): number {
  const buffers = new Set(keys.map((key) => contentOf(key).buffer));
  return [...buffers].reduce((sum, buffer) => sum + buffer.byteLength, 0);
}

describe('memory of small entries', () => {
  test('is a copy, which neighbours share', () => {
    const { keep, contentOf } = arenaCache();
    const given = filled(100, 1);
    keep('a', given);
    keep('b', filled(100, 2));
    given.fill(0);
    expect(contentOf('a')).toEqual(filled(100, 1));
    expect(contentOf('b')).toEqual(filled(100, 2));
    expect(contentOf('a').buffer).toBe(contentOf('b').buffer);
    expect(contentOf('a').buffer.byteLength).toBe(CHUNK_BYTES);
  });

  test('is not shared by large ones', () => {
    const { keep, contentOf } = arenaCache();
    keep('a', filled(1025, 1));
    expect(contentOf('a')).toEqual(filled(1025, 1));
    expect(contentOf('a').buffer.byteLength).toBe(1025);
  });

  test('a copy that was made earlier is kept as it was', () => {
    const { cache, contentOf } = arenaCache();
    const given = filled(50, 1);
    const copied = cache.copy(given);
    given.fill(0);
    cache.keep('a', copied.bytes, copied, place, UNTIL);
    expect(contentOf('a')).toEqual(filled(50, 1));
  });

  test('an entry nobody writes does not hold the memory of many that are', () => {
    const { keep, contentOf } = arenaCache();
    const cold = Array.from({ length: 2000 }, (_, i) => `cold ${i}`);
    for (const [index, key] of cold.entries()) {
      keep(key, filled(100, index));
      for (let i = 0; i < 100; i++) keep('hot', filled(100, i));
    }
    const live = 100 * (cold.length + 1);
    expect(held(contentOf, [...cold, 'hot'])).toBeLessThanOrEqual(4 * live + 34 * CHUNK_BYTES);
    for (const [index, key] of cold.entries()) expect(contentOf(key)).toEqual(filled(100, index));
  });

  test('every entry keeps its bytes, whatever becomes of the others', () => {
    const step = fc.record({
      key: fc.integer({ min: 0, max: 40 }).map(String),
      size: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 900, max: 2000 })),
      drops: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 300, maxLength: 1200 }), (steps) => {
        const { cache, keep, contentOf } = arenaCache(30);
        const written = new Map<string, Uint8Array>();
        for (const [index, { key, size, drops }] of steps.entries()) {
          if (drops) cache.delete(key);
          else {
            written.set(key, filled(size, index));
            keep(key, filled(size, index));
          }
        }
        for (const [key, bytes] of written) {
          if (cache.peek(key) !== undefined) expect(contentOf(key)).toEqual(bytes);
        }
      }),
      { numRuns: 30 },
    );
  });
});
