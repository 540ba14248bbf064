/** MessagePack that a holder of the key, or anybody in a plaintext cache, made to do harm. */
import { expect } from 'vitest';
import type { Arena } from '../arena.ts';
import { attack } from '../attack.ts';
import { type Refusal, Target } from '../target.ts';
import { holderOf } from './bombs.ts';

const MALFORMED: Refusal = { code: 'ERR_SERIALIZATION' };
const TOO_MANY: Refusal = { code: 'ERR_VALUE_TOO_LARGE' };
/** Far more than any of them needs, far less than one that explodes. */
const MOST_MS = 2000;
const MIB = 1024 * 1024;

const bytes = (...parts: (number | string | Uint8Array)[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : Buffer.from(part))),
    ),
  );
const text = (value: string): Uint8Array => bytes(0xd9, Buffer.byteLength(value), value);
const sized = (marker: number, size: number): Uint8Array => {
  const header = Buffer.alloc(5);
  header.writeUInt8(marker);
  header.writeUInt32BE(size, 1);
  return header;
};

/** The same document in a plaintext cache, and sealed by a holder of the key. */
async function each(
  arena: Arena,
  document: Uint8Array,
  use: (target: Target, key: string, entry: Uint8Array) => Promise<void>,
): Promise<void> {
  const place = arena.redisPlace();
  const plain = new Target(arena, place, { encryption: null, compression: false });
  await use(plain, arena.key(), document);
  const sealed = new Target(arena, place, { compression: false });
  const key = arena.key();
  await use(sealed, key, await holderOf(arena).encrypt(document, key));
}

async function refuseAll(
  arena: Arena,
  documents: readonly Uint8Array[],
  refusal: Refusal,
): Promise<void> {
  for (const document of documents) {
    const [started, memory] = [performance.now(), process.memoryUsage().rss];
    await each(arena, document, (target, key, entry) =>
      refusal === MALFORMED
        ? target.refuses(key, entry, refusal)
        : target.rejects(key, entry, refusal),
    );
    expect(performance.now() - started).toBeLessThan(MOST_MS);
    expect(process.memoryUsage().rss - memory).toBeLessThan(96 * MIB);
  }
}

/** Reads a document in each kind of cache. */
async function read(
  arena: Arena,
  document: Uint8Array,
  judge: (value: unknown) => void,
): Promise<void> {
  await each(arena, document, async ({ raw, cache }, key, entry) => {
    await raw.set(key, entry);
    const started = performance.now();
    const value = await cache.get(key);
    expect(performance.now() - started).toBeLessThan(MOST_MS);
    judge(value);
  });
}

const deep = attack('deep nesting', async (arena) => {
  const nested = (marker: number, levels: number) =>
    bytes(new Uint8Array(levels).fill(marker), 0x90);
  const maps = bytes(...Array.from({ length: 5000 }, () => bytes(0x81, 0xa1, 'a')), 0xc0);
  const documents = [nested(0x91, 100), nested(0x91, 1_000_000), maps];
  await refuseAll(arena, documents, MALFORMED);
  await read(arena, nested(0x91, 99), (value) => expect(JSON.stringify(value)).toHaveLength(200));
});

const headers = attack('giant headers', async (arena) => {
  const markers = [0xdd, 0xdf, 0xdb, 0xc6, 0xc9];
  const alone = markers.map((marker) => sized(marker, 0xffff_ffff));
  const behindEachOther = bytes(...Array.from({ length: 90 }, () => sized(0xdd, 4_000_000)), 0xc0);
  // Each of them fits, the sum does not.
  const together = bytes(
    0xdc,
    0x03,
    0xe8,
    ...Array.from({ length: 900 }, () => [0xdc, 0x03, 0xe8]).flat(),
  );
  await refuseAll(arena, [...alone, behindEachOther, together], MALFORMED);
});

const collections = attack('long collections', async (arena) => {
  const array = bytes(sized(0xdd, 10_001), new Uint8Array(10_001));
  const map = bytes(
    sized(0xdf, 10_001),
    ...Array.from({ length: 10_001 }, (_, i) => bytes(text(`${i}`), 0)),
  );
  await refuseAll(arena, [array, map], TOO_MANY);
});

const noDocument = attack('no document', async (arena) => {
  await refuseAll(
    arena,
    [
      bytes(0xc1),
      bytes(0xc0, 0xc0),
      bytes(0x92, 0xc0),
      bytes(0xd4, 1, 2),
      bytes(0x81, 0x01, 0x02),
      bytes(0xa2, 0xc3, 0x28),
      bytes(0xa3, 0xed, 0xa0, 0x80),
      bytes(''),
    ],
    MALFORMED,
  );
});

const flooding = attack('colliding names', async (arena) => {
  // The hash of a short number as text is the number: these differ in no bit that a small table looks at.
  const names = Array.from(
    { length: 10_000 },
    (_, i) => `${(i % 2000) * 8192 + Math.floor(i / 2000)}`,
  );
  const record = bytes(sized(0xdf, names.length), ...names.map((name) => bytes(text(name), 1)));
  await read(arena, record, (value) => {
    expect(Object.keys(value ?? {})).toHaveLength(new Set(names).size);
  });
  const pairs = names.map((name) => bytes(0x92, text(name), 1));
  const map = bytes(
    0x82,
    text('__map__'),
    0xc3,
    text('value'),
    sized(0xdd, pairs.length),
    ...pairs,
  );
  await read(arena, map, (value) => {
    expect(value).toBeInstanceOf(Map);
    expect(value).toHaveProperty('size', new Set(names).size);
  });
  const same = bytes(sized(0xdf, 10_000), ...names.map((_, i) => bytes(text('name'), i % 100)));
  await read(arena, same, (value) => expect(value).toEqual({ name: 99 }));
});

const pollution = attack('polluting values', async (arena) => {
  const polluted = bytes(0x81, text('polluted'), 0xc3);
  const document = bytes(
    ...[0x83, text('__proto__'), polluted],
    ...[text('constructor'), 0x81, text('prototype'), polluted],
    ...[text('toString'), 0x01],
  );
  await read(arena, document, (value) => {
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(Object, 'polluted')).toBeUndefined();
  });
  const target = new Target(arena, arena.redisPlace());
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"a":2}}}');
  await target.cache.set('polluting', value);
  const back = await target.cache.get('polluting');
  expect(JSON.stringify(back)).toBe(JSON.stringify(value));
  expect(Reflect.get({}, 'a')).toBeUndefined();
});

const lookalikes = attack('sentinel lookalikes', async (arena) => {
  const values = [
    { __datetime__: true, value: '2020-01-01T00:00:00Z' },
    { value: [['a', 1]], __map__: true },
    { __set__: true, value: [1, 2] },
    { __bigint__: true, value: '12' },
    { __object__: true, value: [['a', 1]] },
    { __uint8array__: true, value: 'text' },
    { __not_yet__: true, value: {} },
  ];
  for (const place of arena.places) {
    const { cache } = new Target(arena, place);
    const key = arena.key();
    await cache.set(key, values);
    const back = await cache.get<unknown[]>(key);
    expect(back).toStrictEqual(values);
    for (const value of back ?? []) expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  }
});

const badSentinels = attack('false sentinels', async (arena) => {
  const sentinel = (name: string, value: Uint8Array) =>
    bytes(0x82, text(name), 0xc3, text('value'), value);
  const digits = '9'.repeat(60_000);
  const many = bytes(0xda, digits.length >> 8, digits.length & 0xff, digits);
  await refuseAll(
    arena,
    [
      sentinel('__datetime__', text('tomorrow')),
      sentinel('__datetime__', bytes(0x01)),
      sentinel('__date__', text('2020-02-30')),
      sentinel('__map__', bytes(0x91, 0x91, 0x01)),
      sentinel('__set__', text('ab')),
      sentinel('__bigint__', text('0x10')),
      // A number of that many digits would take long to make.
      sentinel('__bigint__', many),
      sentinel('__float64array__', bytes(0xc4, 3, 1, 2, 3)),
      sentinel('__object__', bytes(0x91, 0x92, 0x01, 0x02)),
    ],
    MALFORMED,
  );
});

const badLabels = attack('forged labels', async (arena) => {
  const labelled = (body: Uint8Array, size = body.length) =>
    bytes(0xc8, size >> 8, size & 0xff, 83, body, 0xc3);
  await refuseAll(
    arena,
    [
      labelled(bytes(0x92, 0, 0), 0xffff),
      labelled(bytes(0xc0)),
      labelled(bytes(0x92, 0xff, 0)),
      labelled(bytes(0x93, 0, 0, text('tag without a version'))),
      labelled(bytes(0x94, 0, 0, text('tag'), 0x01)),
      labelled(sized(0xdd, 0xffff_ffff)),
    ],
    MALFORMED,
  );
});

export const DOCUMENTS = [
  deep,
  headers,
  collections,
  noDocument,
  flooding,
  pollution,
  lookalikes,
  badSentinels,
  badLabels,
];
