/** Documents wherever they lie in memory: what is around them counts for nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValueCodec } from '../../../js/codec/index.ts';
import { Input } from '../../../js/codec/input.ts';

// Names of which one begins like another, around the sizes where a word or a header ends.
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 }),
  fc.integer({ min: 28, max: 68 }).map((size) => 'n'.repeat(size)),
  fc.constantFrom('__proto__', 'constructor', 'value', '__set__', 'é', '\ufeff'),
);
const scalar = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null));
const record = fc.dictionary(name, scalar, { maxKeys: 9, noNullPrototype: true });
const rows = fc.array(fc.oneof(record, fc.array(record, { maxLength: 3 })), { maxLength: 8 });

describe('a decoded document', () => {
  test('reads the same at any place, beside any bytes, after any other', () => {
    const writer = new ValueCodec();
    const reader = new ValueCodec();
    const around = fc.uint8Array({ maxLength: 9 });
    fc.assert(
      fc.property(rows, around, around, (value, before, after) => {
        const document = writer.encode(value);
        const memory = new Uint8Array(before.length + document.length + after.length);
        memory.set(before);
        memory.set(document, before.length);
        memory.set(after, before.length + document.length);
        const end = before.length + document.length;
        expect(reader.decode(memory.subarray(before.length, end))).toStrictEqual(value);
      }),
      { numRuns: 3000 },
    );
  });

  test('takes no name from the bytes behind its end', () => {
    const codec = new ValueCodec();
    const whole = codec.encode([{ abc: 1 }]).slice();
    expect(codec.decode(whole)).toEqual([{ abc: 1 }]);
    for (let size = 0; size < whole.length; size++) {
      expect(() => codec.decode(whole.subarray(0, size))).toThrow(/refused|pre-scan/);
    }
  });

  test.each([
    ['by default', false, 10, 0],
    ['where the next one may lie there, too', true, 10, 10],
    ['nor where it is large', true, 1024 * 1024 + 1, 0],
  ])('is not held on to once it was read: %s', (_case, keeps, size, held) => {
    const input = new Input(keeps);
    input.start(new Uint8Array(size));
    input.release();
    expect(input.bytes).toHaveLength(0);
    expect(input.view.byteLength).toBe(held);
    input.wipe();
    expect(input.view.byteLength).toBe(0);
  });
});
