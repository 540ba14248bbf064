/** What the codec's tests share. */
import fc from 'fast-check';
import { PlainDate, PlainTime, ValueCodec } from '../../../js/codec/index.ts';

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}

/** Encodes and decodes with one codec, and with a fresh reader: caches must not matter. */
export function roundTrip(value: unknown, codec = new ValueCodec()): unknown {
  const document = codec.encode(value).slice();
  codec.decode(document);
  return new ValueCodec(codec.limits).decode(document);
}

/** Object with own data properties, `__proto__` among them. */
export function record(entries: readonly (readonly [string, unknown])[]): object {
  const result = {};
  for (const [name, value] of entries) {
    Object.defineProperty(result, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}

const text = fc.string({ unit: 'grapheme', maxLength: 100 });
const name = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'value',
      '__datetime__',
      '__map__',
      '__object__',
      '__later__',
      '0',
      '',
    ),
  },
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
  fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ maxLength: 300 }),
  fc.float32Array({ maxLength: 9 }),
  fc.bigInt64Array({ maxLength: 9 }),
  fc.constantFrom(new PlainDate('2025-11-14'), new PlainTime('10:30:00.123456')),
);

/** Every kind of value the codec promises to bring back equal. */
export const storable: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 20 }),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { selector: ([n]) => n, maxLength: 20 })
      .map(record),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { selector: ([n]) => n, maxLength: 20 })
      .map((pairs) => new Map(pairs)),
    fc.uniqueArray(text, { maxLength: 20 }).map((items) => new Set(items)),
    fc
      .tuple(fc.constantFrom('__datetime__', '__set__', '__object__', '__x__'), tie('value'))
      .map(([n, v]) =>
        record([
          [n, true],
          ['value', v],
        ]),
      ),
  ),
})).value;
