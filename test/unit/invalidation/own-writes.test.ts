/** When the copy of an own write may stay, though the store told of a change. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { EntryEnd } from '../../../js/invalidation/channel.ts';
import { OwnWrites } from '../../../js/invalidation/own-writes.ts';

const NOW = 1_000_000;
const UNTIL = NOW + 60_000;
const STORED = Uint8Array.from({ length: 100 }, (_, i) => i);
const TAG = STORED.slice(-16);

interface Asked {
  readonly key: string;
  readonly length: number;
  readonly answer: (end: EntryEnd) => void;
  readonly refuse: (error: unknown) => void;
}

let asked: Asked[];
let dropped: string[];
let failures: unknown[];

function ownWrites(sealed = true): OwnWrites {
  const writes = new OwnWrites({
    sealed,
    now: () => NOW,
    drop: (key) => dropped.push(key),
    failed: (error) => failures.push(error),
  });
  writes.tracked(
    (key, length) =>
      new Promise((answer, refuse) => {
        asked.push({ key, length, answer, refuse });
      }),
  );
  return writes;
}

/** Answers the last question, and lets the answer be worked on. */
async function answer(bytes: Uint8Array, lifeMs = 60_000): Promise<void> {
  asked.at(-1)?.answer({ bytes, lifeMs });
  await settled();
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  asked = [];
  dropped = [];
  failures = [];
});

test('it stays where the store holds it, and later changes count again', async () => {
  const writes = ownWrites();
  expect(writes.heard('k')).toBe(false);
  expect(writes.wrote('k', STORED, UNTIL)).toBe(true);
  expect(asked).toMatchObject([{ key: 'k', length: 16 }]);
  await answer(TAG);
  expect(dropped).toEqual([]);
  expect(asked).toHaveLength(1);
  expect(writes.heard('k')).toBe(false);
});

test.each<[string, Uint8Array, number]>([
  ['another entry', TAG.with(3, 0xff), 60_000],
  ['none', new Uint8Array(), -2],
  ['one that ends earlier', TAG, 59_000],
])('it goes where the store holds %s', async (_, bytes, lifeMs) => {
  ownWrites().wrote('k', STORED, UNTIL);
  await answer(bytes, lifeMs);
  expect(dropped).toEqual(['k']);
});

test.each([
  ['of its TTL', UNTIL, 60_000],
  ['that looks shorter by the rounding of clocks', UNTIL, 59_999],
  ['without an end', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('it stays with a life %s', async (_, until, lifeMs) => {
  ownWrites().wrote('k', STORED, until);
  await answer(TAG, lifeMs);
  expect(dropped).toEqual([]);
});

describe('a change that is told before the answer', () => {
  test('has the store asked once more, whose answer decides', async () => {
    const writes = ownWrites();
    writes.wrote('k', STORED, UNTIL);
    expect(writes.heard('k')).toBe(true);
    await answer(TAG);
    expect(asked).toHaveLength(2);
    expect(dropped).toEqual([]);
    await answer(TAG);
    expect(dropped).toEqual([]);
    expect(writes.heard('k')).toBe(false);
  });

  test('drops it where that happens twice', async () => {
    const writes = ownWrites();
    writes.wrote('k', STORED, UNTIL);
    writes.heard('k');
    await answer(TAG);
    writes.heard('k');
    await answer(TAG);
    expect(dropped).toEqual(['k']);
    expect(asked).toHaveLength(2);
  });

  test('drops it where it was a foreign write', async () => {
    const writes = ownWrites();
    writes.wrote('k', STORED, UNTIL);
    writes.heard('k');
    await answer(TAG);
    await answer(TAG.with(0, 0xff));
    expect(dropped).toEqual(['k']);
  });

  test('counts also where it comes with the answer', async () => {
    const writes = ownWrites();
    writes.wrote('k', STORED, UNTIL);
    asked[0]?.answer({ bytes: TAG, lifeMs: 60_000 });
    expect(writes.heard('k')).toBe(true);
    await settled();
    expect(asked).toHaveLength(2);
  });
});

test('a later write of the key is asked for by itself', async () => {
  const writes = ownWrites();
  writes.wrote('k', STORED, UNTIL);
  const later = STORED.with(99, 0xff);
  writes.wrote('k', later, UNTIL);
  asked[0]?.answer({ bytes: later.slice(-16), lifeMs: 60_000 });
  await settled();
  expect(dropped).toEqual([]);
  await answer(later.slice(-16));
  expect(dropped).toEqual([]);
  expect(asked).toHaveLength(2);
});

test('a question that fails is told, and the copy goes', async () => {
  ownWrites().wrote('k', STORED, UNTIL);
  asked[0]?.refuse(new Error('NOPERM'));
  await settled();
  expect(failures).toEqual([new Error('NOPERM')]);
  expect(dropped).toEqual(['k']);
});

test('without a connection nothing is asked, and what was is forgotten', async () => {
  const writes = ownWrites();
  writes.wrote('k', STORED, UNTIL);
  writes.tracked(null);
  expect(writes.wrote('other', STORED, UNTIL)).toBe(false);
  expect(writes.heard('k')).toBe(false);
  asked[0]?.refuse(new Error('closed'));
  await settled();
  expect([failures, dropped]).toEqual([[], []]);
});

test('a plain entry is compared whole', async () => {
  const writes = ownWrites(false);
  writes.wrote('k', STORED, UNTIL);
  expect(asked).toMatchObject([{ length: 101 }]);
  await answer(STORED);
  expect(dropped).toEqual([]);
  writes.wrote('longer', STORED, UNTIL);
  await answer(Uint8Array.of(9, ...STORED));
  writes.wrote('other', STORED, UNTIL);
  await answer(STORED.with(0, 9));
  expect(dropped).toEqual(['longer', 'other']);
});

test('a large plain entry is not, a large sealed one is', () => {
  expect(ownWrites(false).wrote('k', new Uint8Array(4096), UNTIL)).toBe(true);
  expect(ownWrites(false).wrote('k', new Uint8Array(4097), UNTIL)).toBe(false);
  expect(ownWrites(true).wrote('k', new Uint8Array(1_000_000), UNTIL)).toBe(true);
});

test('the caller may reuse its bytes, and questions have a bound', async () => {
  const writes = ownWrites();
  const bytes = STORED.slice();
  writes.wrote('k', bytes, UNTIL);
  bytes.fill(0);
  await answer(TAG);
  expect(dropped).toEqual([]);
  const taken = Array.from({ length: 1001 }, (_, i) => writes.wrote(`k${i}`, STORED, UNTIL));
  expect(taken.filter(Boolean)).toHaveLength(1000);
});
