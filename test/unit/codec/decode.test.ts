import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanBounds } from '../../../js/codec/bounds-scan.ts';
import { ValueCodec } from '../../../js/codec/index.ts';
import { Input } from '../../../js/codec/input.ts';
import { CachekitError, SerializationError, ValueTooLargeError } from '../../../js/errors.ts';
import { bytes, storable } from './helpers.ts';

const decode = (text: string, codec = new ValueCodec()): unknown => codec.decode(bytes(text));

describe('ValueCodec decoding', { timeout: 60_000 }, () => {
  const accepted: readonly [string, string, unknown][] = [
    [
      'padded integers',
      '95 cc01 cd0001 ce00000001 cf0000000000000001 d3ffffffffffffffff',
      [1, 1, 1, 1, -1],
    ],
    ['signed forms of non-negatives', '94 d001 d10001 d200000001 d30000000000000001', [1, 1, 1, 1]],
    ['signed widths', '93 d080 d18000 d280000000', [-128, -32768, -2147483648]],
    ['float32', 'ca3fc00000', 1.5],
    [
      'padded headers',
      'dd00000001 df00000001 db00000001 61 c600000001 ff',
      [{ a: new Uint8Array([255]) }],
    ],
    ['unsorted keys', '82 a162 01 a161 02', { b: 1, a: 2 }],
    ['duplicate keys, the last one wins', '82 a161 01 a161 02', { a: 2 }],
    [
      'integers beyond 2^53 as BigInt',
      '92 cf0020000000000000 d3ffe0000000000000',
      [2n ** 53n, -(2n ** 53n)],
    ],
    ['integers up to 2^53 − 1 as numbers', 'cf001fffffffffffff', 2 ** 53 - 1],
    [
      '8, 16 and 32-bit binary',
      '93 c40100 c5000100 c60000000100',
      [0, 0, 0].map((b) => new Uint8Array([b])),
    ],
  ];
  it.each(accepted)('reads %s', (_name, text, value) => {
    expect(decode(text)).toStrictEqual(value);
  });

  const bounds: readonly [string, string][] = [
    ['an empty document', ''],
    ['a nil with a trailing byte', 'c0c0'],
    ['two documents', '9001'],
    ['0xc1', 'c1'],
    ['0xc1 in an array', '91c1'],
    ['an array one short', '9201'],
    ['a map one short', '81a161'],
    ['an array16 that declares 65,535', 'dcffff01'],
    ['an array32 that declares 2^32 − 1', 'ddffffffff'],
    ['a map32 that declares 2^32 − 1', 'dfffffffff'],
    ['map32 whose double wraps 32 bits to 0', 'df80000000'],
    ['array32 headers whose sum wraps 32 bits', '92 dd80000000 dd80000000'],
    ['str32 that declares 2^32 − 1', 'dbffffffff61'],
    ['bin32 that declares 2^32 − 1', 'c6ffffffff61'],
    ['ext32 that declares 2^32 − 1', 'c9ffffffff0161'],
    ['a key that declares too much', '81 dbffffffff'],
    ['nested headers that fit alone but not together', `${'dc0020'.repeat(12)}${'c0'.repeat(20)}`],
    ['a header cut off', 'dc00'],
    ['a uint64 cut off', 'cf00000000000000'],
    ['a float64 cut off', 'cb000000'],
    ['a float32 cut off', 'ca0000'],
    ['a fixext cut off', 'd801'],
    ['101 levels', `${'91'.repeat(101)}c0`],
    ['101 levels of maps', `${'81a161'.repeat(101)}c0`],
    ['maps as keys, cut off', '82de0000c0'],
    ['deep maps as keys', `${'81'.repeat(200)}c0`],
    ['an extension before a missing element', '92d40100'],
    ['invalid UTF-8 before a trailing byte', '91a1ffc0'],
    ['too many elements, cut off', `dc2711${'c0'.repeat(10_000)}`],
    ['100,000 levels', '91'.repeat(100_000)],
  ];
  it.each(bounds)('B40: refuses %s by the bounds', (_name, text) => {
    expect(() => decode(text)).toThrow(SerializationError);
    expect(() => decode(text)).toThrow('(decode pre-scan)');
  });

  const refused: readonly [string, string][] = [
    ['fixext', 'd40100'],
    ['ext8', 'c7010100'],
    ['ext16', 'c800010100'],
    ['a timestamp', 'd6ff00000000'],
    ['an integer key', '810102'],
    ['a binary key', '81c4016101'],
    ['invalid UTF-8', 'a1ff'],
    ['an overlong form', 'a2c080'],
    ['a surrogate in UTF-8', 'a3eda080'],
    ['invalid UTF-8 in a key', '81a1ff01'],
    ['invalid UTF-8 in a long string', `d9ff${'61'.repeat(254)}80`],
  ];
  it.each(refused)('refuses %s', (_name, text) => {
    expect(() => decode(text)).toThrow(SerializationError);
  });

  it('accepts 100 levels by default, 1024 when asked', () => {
    expect(() => decode(`${'91'.repeat(100)}c0`)).not.toThrow();
    expect(() =>
      decode(`${'91'.repeat(1024)}c0`, new ValueCodec({ maxDepth: 1024 })),
    ).not.toThrow();
    expect(() => decode(`${'91'.repeat(1025)}c0`, new ValueCodec({ maxDepth: 1024 }))).toThrow(
      'pre-scan',
    );
  });

  it('B60: bounds the document and its collections', () => {
    expect(() => decode('a36162', new ValueCodec({ maxDecodedSize: 2 }))).toThrow(
      ValueTooLargeError,
    );
    expect(() => decode('a161', new ValueCodec({ maxDecodedSize: 2 }))).not.toThrow();
    const small = new ValueCodec({ maxCollectionSize: 2 });
    expect(() => decode('93c0c0c0', small)).toThrow(ValueTooLargeError);
    expect(() => decode('92c0c0', small)).not.toThrow();
    expect(() => decode('83 a161 c0 a162 c0 a163 c0', small)).toThrow(ValueTooLargeError);
  });

  it('B40 takes little memory for large claims', () => {
    const codec = new ValueCodec({ maxCollectionSize: Number.MAX_SAFE_INTEGER });
    const document = bytes('dc07d0'.repeat(5000));
    const before = process.memoryUsage();
    for (let i = 0; i < 100; i++) expect(() => codec.decode(document)).toThrow('pre-scan');
    const after = process.memoryUsage();
    const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    expect(grown).toBeLessThan(50_000_000);
  });

  it('refuses by the bounds exactly what a scan of headers alone refuses', () => {
    const codec = new ValueCodec({ maxDepth: 32 });
    const byte = fc.oneof(
      fc.nat(255),
      fc.constantFrom(0x81, 0x91, 0x92, 0xa1, 0xc0, 0xdc, 0xde, 0xd4),
    );
    let inside = 0;
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), (items) => {
        const document = Uint8Array.from(items);
        const expected = scanError(document);
        if (expected === undefined) inside += 1;
        const outcome = attempt(codec, document);
        const error = outcome instanceof Error ? outcome.message : '';
        if (expected === undefined) expect(error).not.toContain('(decode pre-scan)');
        else expect(error).toBe(expected);
      }),
      { numRuns: 5000 },
    );
    expect(inside).toBeGreaterThan(100);
  });

  it('refuses what is not a Uint8Array', () => {
    const codec = new ValueCodec();
    for (const value of [null, undefined, 'text', [192], new ArrayBuffer(1), new Uint16Array(1)]) {
      expect(() => Reflect.apply(codec.decode, codec, [value])).toThrow(SerializationError);
    }
  });

  it('B40: names the slots of the document less its first byte as the bound', () => {
    expect(() => decode('9201')).toThrow('declare more');
    expect(() => decode('9191')).toThrow('declare more');
    expect(() => decode('91dc')).toThrow('ends inside');
  });

  it('keeps apart property names that share a place in the cache', () => {
    const codec = new ValueCodec();
    const word = fc.string({ unit: 'grapheme-ascii', minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(word, (text) => {
        // Longest first, so that each name may meet a longer one that begins with it.
        for (let size = 60; size > 0; size--) {
          const value = { [text.slice(0, size)]: 1 };
          expect(codec.decode(codec.encode(value))).toEqual(value);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('reads from the middle of a larger buffer', () => {
    const whole = bytes('c1c1 81a161cb3ff8000000000000 c1');
    expect(new ValueCodec().decode(whole.subarray(2, -1))).toStrictEqual({ a: 1.5 });
    expect(new ValueCodec().decode(Buffer.from(whole).subarray(2, -1))).toStrictEqual({ a: 1.5 });
  });

  it('answers any bytes with a value or a named error', () => {
    const codec = new ValueCodec();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (document) => {
        const [first, second] = [attempt(codec, document), attempt(new ValueCodec(), document)];
        expect(first).toStrictEqual(second);
      }),
      { numRuns: 5000 },
    );
  });

  it('answers damaged documents with a value or a named error', () => {
    const codec = new ValueCodec();
    const position = fc.nat();
    fc.assert(
      fc.property(
        storable,
        position,
        fc.integer({ min: 1, max: 255 }),
        position,
        (value, at, flip, cut) => {
          const document = codec.encode(value).slice();
          const index = at % document.length;
          document[index] = (document[index] ?? 0) ^ flip;
          attempt(codec, document);
          attempt(codec, document.subarray(0, cut % document.length));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('refuses every proper prefix of a document', () => {
    const codec = new ValueCodec();
    fc.assert(
      fc.property(storable, (value) => {
        const document = codec.encode(value).slice();
        for (let size = 0; size < Math.min(document.length, 300); size++) {
          expect(() => codec.decode(document.subarray(0, size))).toThrow(CachekitError);
        }
      }),
      { numRuns: 100 },
    );
  });
});

function attempt(codec: ValueCodec, document: Uint8Array): unknown {
  try {
    return codec.decode(document);
  } catch (error) {
    if (!(error instanceof SerializationError || error instanceof ValueTooLargeError)) throw error;
    return error;
  }
}

function scanError(document: Uint8Array): string | undefined {
  try {
    scanBounds(new Input(), document, 32);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'not an Error';
  }
}
