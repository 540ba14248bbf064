/** The label of a stored entry (docs/cache.md): what is written, and which bytes are refused as one. */
import { describe, expect, test } from 'vitest';
import { type EntryLabel, splitLabel, withLabel } from '../../../js/cache/entry-label.ts';
import { entryTerms, labelFor, NO_TAGS } from '../../../js/cache/entry-terms.ts';
import { ValueCodec } from '../../../js/codec/index.ts';
import { SerializationError, ValueTooLargeError } from '../../../js/errors.ts';

const VALUE = Uint8Array.of(0x01);
const label = (more: Partial<EntryLabel> = {}): EntryLabel => ({
  freshUntil: 0,
  slidingTtl: 0,
  tags: NO_TAGS,
  ...more,
});

/** An ext 16 of that type around the MessagePack of `body`, then the value. */
function labelled(body: Uint8Array, type = 83, length = body.length): Uint8Array {
  return Uint8Array.of(0xc8, length >> 8, length & 0xff, type, ...body, ...VALUE);
}
const encoded = (body: unknown) => new ValueCodec().encode(body).slice();

describe('the label of an entry', () => {
  test('is ext 16 of type 83 before the value', () => {
    expect(withLabel(label({ freshUntil: 5, slidingTtl: 6 }), VALUE)).toEqual(
      Uint8Array.of(0xc8, 0, 3, 83, 0x92, 5, 6, 1),
    );
  });

  test.each([
    label({ freshUntil: 1_700_000_000_000 }),
    label({ slidingTtl: 600 }),
    label({ tags: new Map([['user:42', '00112233aabbccdd']]) }),
    label({ tags: new Map(Array.from({ length: 64 }, (_, i) => [`${i}`.repeat(90), 'v'])) }),
  ])('comes back as it was: %o', (given) => {
    const bytes = withLabel(given, VALUE);
    const split = splitLabel(bytes);
    expect(split.label).toEqual(given);
    expect(split.value).toEqual(VALUE);
  });

  test('fits 64 tags of 200 bytes, and refuses what is above 32 KiB', () => {
    const tagged = (length: number) =>
      label({ tags: new Map([['t'.repeat(length), '00112233aabbccdd']]) });
    expect(splitLabel(withLabel(tagged(32_000), VALUE)).label).toEqual(tagged(32_000));
    expect(() => withLabel(tagged(33_000), VALUE)).toThrow(ValueTooLargeError);
  });

  test.each([
    ['nothing', []],
    ['a value', [0x81, 0xa1, 0x61, 0x01]],
    ['another type of ext', [0xc8, 0, 3, 84, 0x92, 0, 0, 1]],
    ['another ext', [0xc7, 0, 3, 83, 0x92, 0, 0, 1]],
  ])('is not seen in %s', (_what, bytes) => {
    const given = Uint8Array.from(bytes);
    const split = splitLabel(given);
    expect(split.label).toBeNull();
    expect(split.value).toBe(given);
  });

  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['one cut short', Uint8Array.of(0xc8, 0, 9, 83, 0x92, 0, 0, 1)],
    ['one without a length', Uint8Array.of(0xc8, 0, 0, 83)],
    ['one that is no list', labelled(encoded({ a: 1 }))],
    ['one with a number too few', labelled(encoded([1]))],
    ['a time that is no number', labelled(encoded(['1', 0]))],
    ['a negative time', labelled(encoded([-1, 0]))],
    ['a broken time', labelled(encoded([1.5, 0]))],
    ['a negative life', labelled(encoded([0, -1]))],
    ['a life that is no number', labelled(encoded([0, null]))],
    ['a tag without a version', labelled(encoded([0, 0, 'tag']))],
    ['a version without a tag', labelled(encoded([0, 0, 1, 'v']))],
    ['a version that is no text', labelled(encoded([0, 0, 'tag', 1]))],
  ];
  test.each(bad)('%s is refused', (_what, bytes) => {
    expect(() => splitLabel(bytes)).toThrow(SerializationError);
  });

  test('a label longer than any of ours is refused before it is read', () => {
    const long = labelled(new Uint8Array(32 * 1024 + 1));
    expect(() => splitLabel(long)).toThrow('the label of a stored entry is malformed');
  });

  test('ends where it says, not before', () => {
    const whole = withLabel(label({ slidingTtl: 6 }), new Uint8Array());
    expect(splitLabel(whole)).toEqual({ label: label({ slidingTtl: 6 }), value: new Uint8Array() });
    expect(() => splitLabel(whole.subarray(0, -1))).toThrow(SerializationError);
  });
});

describe('what an entry has to say of itself', () => {
  const call = { ttl: 10, negativeTtl: 10, staleIfError: 0, sliding: false, tags: [] };
  const tags = new Map([['t', 'v']]);

  test('nothing, where its TTL says it all', () => {
    expect(labelFor(entryTerms(call, 10, NO_TAGS), 1_000)).toBeNull();
  });

  test.each([
    ['when it becomes stale', { staleIfError: 5 }, NO_TAGS, { freshUntil: 11_000, slidingTtl: 0 }],
    ['what a use gives back', { sliding: true }, NO_TAGS, { freshUntil: 0, slidingTtl: 10 }],
    ['its tags', {}, tags, { freshUntil: 0, slidingTtl: 0 }],
  ])('%s', (_what, more, given, expected) => {
    expect(labelFor(entryTerms({ ...call, ...more }, 10, given), 1_000)).toEqual({
      ...expected,
      tags: given,
    });
  });
});
