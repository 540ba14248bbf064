import { describe, expect, it } from 'vitest';
import { PlainDate, PlainTime, ValueCodec } from '../../../js/codec/index.ts';
import { SerializationError } from '../../../js/errors.ts';
import { bytes, hex, record, roundTrip } from './helpers.ts';

/** The document a foreign writer makes of `{[name]: marker, value}`, unescaped. */
function foreign(name: string, value: unknown, marker: unknown = true): Uint8Array {
  const part = (item: unknown): string => hex(new ValueCodec().encode(item));
  return bytes(`82${part(name)}${part(marker)}${part('value')}${part(value)}`);
}
const decode = (document: Uint8Array): unknown => new ValueCodec().decode(document);

describe('sentinel maps', () => {
  const instants: readonly [string, string][] = [
    ['2025-11-14T10:30:00+00:00', '2025-11-14T10:30:00.000Z'],
    ['2025-11-14T10:30:00Z', '2025-11-14T10:30:00.000Z'],
    ['2025-11-14 10:30:00.5Z', '2025-11-14T10:30:00.500Z'],
    ['2025-11-14T10:30:00.123456+00:00', '2025-11-14T10:30:00.123Z'],
    ['2025-11-14T10:30:00.999999999+00:00', '2025-11-14T10:30:00.999Z'],
    ['2025-11-14T10:30:00+05:30', '2025-11-14T05:00:00.000Z'],
    ['2025-11-14T10:30:00-0800', '2025-11-14T18:30:00.000Z'],
    ['2025-11-14T10:30+01:00', '2025-11-14T09:30:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['+010000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
  ];
  it.each(instants)('revives the datetime %s', (text, iso) => {
    const value = decode(foreign('__datetime__', text));
    expect(value).toStrictEqual(new Date(iso));
  });

  it('revives sentinels whose keys come in the other order', () => {
    const document = bytes(
      `82a576616c7565a8${Buffer.from('10:30:00').toString('hex')}a85f5f74696d655f5fc3`,
    );
    expect(decode(document)).toStrictEqual(new PlainTime('10:30:00'));
  });

  it('revives a date and a time, and writes them back as they came', () => {
    for (const document of [
      foreign('__date__', '2025-11-14'),
      foreign('__time__', '10:30:00'),
      foreign('__time__', '10:30:00.123456+02:00'),
    ]) {
      expect(hex(new ValueCodec().encode(decode(document)))).toBe(hex(document));
    }
  });

  const malformed: readonly [string, unknown][] = [
    ['__datetime__', '2025-11-14T10:30:00'],
    ['__datetime__', '2025-02-30T10:30:00Z'],
    ['__datetime__', '2025-13-01T10:30:00Z'],
    ['__datetime__', '2025-11-14T24:00:00Z'],
    ['__datetime__', '2025-11-14T10:60:00Z'],
    ['__datetime__', '2025-11-14T10:30:60Z'],
    ['__datetime__', '2025-11-14T10:30:00+24:00'],
    ['__datetime__', '2025-11-14T10:30:00+01:60'],
    ['__datetime__', '-000000-01-01T00:00:00Z'],
    ['__datetime__', '2025-11-14'],
    ['__datetime__', '+275760-09-13T00:00:00.001Z'],
    ['__datetime__', 'x'.repeat(1000)],
    ['__datetime__', 5],
    ['__date__', '2025-11-31'],
    ['__date__', '2025-11-14T00:00:00Z'],
    ['__time__', '25:00'],
    ['__bigint__', '1e3'],
    ['__bigint__', ''],
    ['__bigint__', '9'.repeat(2000)],
    ['__map__', [[1]]],
    ['__map__', { a: 1 }],
    ['__set__', 'abc'],
    ['__object__', [[1, 2]]],
    ['__float64array__', new Uint8Array(9)],
    ['__float64array__', 'text'],
  ];
  it.each(malformed)('refuses %s with a value that cannot be right', (name, value) => {
    expect(() => decode(foreign(name, value))).toThrow(SerializationError);
  });

  it('leaves what is not exactly a sentinel as it is', () => {
    expect(decode(foreign('__datetime__', 'x', false))).toStrictEqual({
      __datetime__: false,
      value: 'x',
    });
    expect(decode(foreign('__datetime__', 'x', 1))).toStrictEqual({ __datetime__: 1, value: 'x' });
    expect(decode(foreign('__tuple__', [1]))).toStrictEqual({ __tuple__: true, value: [1] });
    for (const value of [
      { __date__: true },
      { __date__: true, value: 1, more: 2 },
      { __date__: true, other: 1 },
      { value: 1, other: true },
    ]) {
      expect(decode(new ValueCodec().encode(value))).toStrictEqual(value);
    }
  });

  it.each([
    '__datetime__',
    '__date__',
    '__time__',
    '__bigint__',
    '__map__',
    '__set__',
    '__object__',
    '__arraybuffer__',
    '__float64array__',
    '__proto__',
    '__some_later_sentinel__',
  ])('keeps a plain object that looks like %s a plain object', (name) => {
    for (const inner of [
      '2025-11-14T10:30:00Z',
      [],
      null,
      new Date(0),
      { [name]: true, value: 1 },
    ]) {
      const value = record([
        [name, true],
        ['value', inner],
      ]);
      const swapped = record([
        ['value', inner],
        [name, true],
      ]);
      expect(roundTrip(value)).toStrictEqual(value);
      expect(roundTrip(swapped)).toStrictEqual(swapped);
      expect(hex(new ValueCodec().encode(value))).not.toBe(hex(foreign(name, inner)));
    }
  });

  it('escapes nested lookalikes in linear time', () => {
    let value: unknown = 1;
    for (let i = 0; i < 33; i++) value = i % 2 ? { __a__: true, value } : { value, __a__: true };
    expect(roundTrip(value)).toStrictEqual(value);
  });

  it('escapes what a getter could make a sentinel of', () => {
    let reads = 0;
    const value = Object.defineProperty({ value: '2024-01-01' }, '__date__', {
      enumerable: true,
      get: () => ++reads > 0,
    });
    expect(decode(new ValueCodec().encode(value))).toStrictEqual({
      value: '2024-01-01',
      __date__: true,
    });
    expect(reads).toBe(1);
  });

  it('does not count a duplicate key as the second entry of a sentinel', () => {
    expect(decode(bytes('82 a85f5f646174655f5f c3 a85f5f646174655f5f c3'))).toStrictEqual({
      __date__: true,
    });
  });

  it('PlainDate and PlainTime check their text and are frozen', () => {
    for (const text of ['', '2025-1-1', '2025-02-29', 'today']) {
      expect(() => new PlainDate(text)).toThrow(SerializationError);
    }
    for (const text of ['', '10', '24:00', '10:30:00+']) {
      expect(() => new PlainTime(text)).toThrow(SerializationError);
    }
    expect(Object.isFrozen(new PlainDate('2024-02-29'))).toBe(true);
    expect(JSON.stringify([new PlainDate('2024-02-29'), new PlainTime('10:30')])).toBe(
      '["2024-02-29","10:30"]',
    );
  });
});
