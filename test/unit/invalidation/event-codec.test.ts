import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValueCodec } from '../../../js/codec/index.ts';
import { SerializationError, ValueTooLargeError } from '../../../js/errors.ts';
import {
  deserializeEvent,
  type InvalidationEvent,
  type InvalidationTarget,
  MAX_EVENT_BYTES,
  serializeEvent,
  signedBytes,
} from '../../../js/invalidation/event-codec.ts';
import { createInvalidationEvent } from '../../../js/invalidation/event-source.ts';

const codec = new ValueCodec();
const encoded = (value: unknown) => codec.encode(value).slice();

const origin = { timestamp: 1_700_000_000_000, source: '0123456789abcdef'.repeat(2), sequence: 7 };
const wire = { l: 'params', k: 'user:42', ts: origin.timestamp, src: origin.source, n: 7 };

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const target: fc.Arbitrary<InvalidationTarget> = fc.oneof(
  fc.constant({ level: 'global' } as const),
  text.map((namespace) => ({ level: 'namespace', namespace }) as const),
  text.map((key) => ({ level: 'params', key }) as const),
  fc.array(text, { minLength: 1, maxLength: 8 }).map((tags) => ({ level: 'tags', tags }) as const),
);
const event: fc.Arbitrary<InvalidationEvent> = fc
  .tuple(target, count, count, fc.stringMatching(/^[0-9a-f]{32}$/), fc.option(mac()))
  .map(([what, timestamp, sequence, source, signature]) => ({
    ...what,
    timestamp,
    source,
    sequence,
    ...(signature === null ? {} : { mac: signature }),
  }));

function mac(): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: 32, maxLength: 32 });
}

describe('an invalidation event', () => {
  test('B61: is a flat MessagePack map', () => {
    const bytes = serializeEvent({ level: 'params', key: 'user:42', ...origin });
    expect(codec.decode(bytes)).toEqual(wire);
    expect(bytes[0]).toBe(0x85);
  });

  test('comes back as it was', () => {
    fc.assert(
      fc.property(event, (given) => {
        expect(deserializeEvent(serializeEvent(given))).toEqual(given);
      }),
    );
  });

  test('is signed in full, and only without its MAC', () => {
    fc.assert(
      fc.property(event, event, mac(), (one, other, signature) => {
        const bytes = signedBytes(one).join();
        expect(signedBytes({ ...one, mac: signature }).join()).toBe(bytes);
        const { mac: _, ...bare } = one;
        const { mac: __, ...otherBare } = other;
        const same = serializeEvent(bare).join() === serializeEvent(otherBare).join();
        expect(signedBytes(other).join() === bytes).toBe(same);
      }),
    );
  });

  test.each<[string, unknown]>([
    ['no map', 5],
    ['null', null],
    ['an array', [wire]],
    ['an unknown field', { ...wire, x: 1 }],
    ['a field named __proto__', JSON.parse('{"__proto__":1,"l":"global"}')],
    ['no level', { ...wire, l: undefined }],
    ['an unknown level', { ...wire, l: 'everything' }],
    ['a level without what it needs', { ...wire, k: undefined, l: 'params' }],
    ['a level with what is another one’s', { ...wire, l: 'namespace' }],
    ['more than its level needs', { ...wire, ns: 'user' }],
    ['global with a key', { ...wire, l: 'global' }],
    ['an empty key', { ...wire, k: '' }],
    ['a key that is no text', { ...wire, k: 42 }],
    ['tags that are none', { ...wire, l: 'tags', k: undefined, t: [] }],
    ['a tag that is no text', { ...wire, l: 'tags', k: undefined, t: ['a', 1] }],
    ['too many tags', { ...wire, l: 'tags', k: undefined, t: Array(65).fill('a') }],
    ['a fractional time', { ...wire, ts: 1.5 }],
    ['a negative time', { ...wire, ts: -1 }],
    ['no time', { ...wire, ts: undefined }],
    ['a time as Date', { ...wire, ts: new Date(0) }],
    ['an infinite sequence', { ...wire, n: Number.POSITIVE_INFINITY }],
    ['a sequence as BigInt', { ...wire, n: 7n }],
    ['a short source', { ...wire, src: 'abc' }],
    ['a source with capitals', { ...wire, src: origin.source.toUpperCase() }],
    ['a short MAC', { ...wire, m: new Uint8Array(31) }],
    ['a MAC as text', { ...wire, m: 'a'.repeat(32) }],
    ['nesting', { ...wire, l: 'tags', k: undefined, t: [['a']] }],
  ])('with %s is refused', (_, value) => {
    const present = (entry: [string, unknown]) => entry[1] !== undefined;
    const given =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(present))
        : value;
    expect(() => deserializeEvent(encoded(given))).toThrow(SerializationError);
  });

  test('B48: has at most 4 KiB, both ways', () => {
    const rest = serializeEvent({ level: 'params', key: 'k'.repeat(300), ...origin }).length - 300;
    const longest = {
      level: 'params',
      key: 'k'.repeat(MAX_EVENT_BYTES - rest),
      ...origin,
    } as const;
    const bytes = serializeEvent(longest);
    expect(bytes).toHaveLength(4096);
    expect(deserializeEvent(bytes)).toEqual(longest);
    const longer = { ...longest, key: `${longest.key}k` };
    expect(() => serializeEvent(longer)).toThrow(ValueTooLargeError);
    const foreign = encoded({ ...wire, k: longer.key });
    expect(foreign).toHaveLength(MAX_EVENT_BYTES + 1);
    expect(() => deserializeEvent(foreign)).toThrow(SerializationError);
  });

  test('is not made of what no receiver takes', () => {
    expect(() => serializeEvent({ level: 'params', key: '', ...origin })).toThrow(
      SerializationError,
    );
    const source = { ...origin, source: 'me' };
    expect(() => serializeEvent({ level: 'global', ...source })).toThrow(SerializationError);
  });

  test('whatever bytes come: an event or a SerializationError', () => {
    const genuine = serializeEvent({ level: 'tags', tags: ['a', 'b'], ...origin });
    const damaged = fc
      .tuple(fc.nat(genuine.length - 1), fc.integer({ min: 0, max: 255 }), fc.nat(genuine.length))
      .map(([at, byte, end]) => genuine.map((old, i) => (i === at ? byte : old)).slice(0, end));
    const outcome = (bytes: Uint8Array): unknown => {
      try {
        const read = deserializeEvent(bytes);
        return deserializeEvent(serializeEvent(read)).level === read.level;
      } catch (error) {
        return error instanceof SerializationError;
      }
    };
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged);
    const values = fc.anything({ maxDepth: 3 }).map((value) => {
      try {
        return encoded(value);
      } catch {
        return new Uint8Array(0);
      }
    });
    fc.assert(
      fc.property(fc.oneof(bytes, values), (given) => outcome(given) === true),
      { numRuns: 3000 },
    );
  });
});

describe('createInvalidationEvent', () => {
  test('makes events of their own of one sender', () => {
    const [one, other] = [{ level: 'global' } as const, { level: 'global' } as const].map((what) =>
      createInvalidationEvent(what),
    );
    expect(one?.source).toBe(other?.source);
    expect(one?.sequence).not.toBe(other?.sequence);
    expect(one === undefined ? null : deserializeEvent(serializeEvent(one))).toEqual(one);
  });
});
