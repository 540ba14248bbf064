import { expectAllBytes, expectBytes, expectSame, expectThat } from './expectations.ts';
import { MANY, numbered, sizeUpTo } from './samples.ts';
import type { Section } from './section.ts';

const KEYS = MANY.slice(0, 100);
const WRITERS = 40;

export const concurrency: Section = (test, subject) => {
  /** Each writer's length and content tell that it was this one. */
  const size = sizeUpTo(50_000 + WRITERS, subject) - WRITERS;
  const valueFrom = (writer: number): Uint8Array => new Uint8Array(size + writer).fill(writer);

  test('serves many callers at once', async ({ store }) => {
    await Promise.all(KEYS.map((key, i) => store.set(key, numbered(i))));
    const found = await Promise.all(KEYS.map((key) => store.get(key)));
    expectAllBytes(
      'get() of keys set at the same time',
      found,
      KEYS.map((_, i) => numbered(i)),
    );
    await Promise.all(KEYS.map((key) => store.delete(key)));
    const left = await Promise.all(KEYS.map((key) => store.exists(key)));
    expectThat('delete() of many keys at once to leave none', !left.includes(true), left);
  });

  test('never mixes the values of those who write one key at once', async ({ store }) => {
    const expectWhole = (value: Uint8Array): void => {
      expectBytes('get() of a key that many write', value, valueFrom(value.length - size));
    };
    const work: Promise<unknown>[] = [];
    for (let writer = 0; writer < WRITERS; writer++) {
      work.push(store.set('key', valueFrom(writer)));
      work.push(store.get('key').then((value) => value === null || expectWhole(value)));
    }
    await Promise.all(work);
    const last = await store.get('key');
    expectThat('get() after many writes to give one of them', last !== null, last);
    if (last !== null) expectWhole(last);
  });

  test('ends with the last of writes and deletes that follow each other', async ({ store }) => {
    for (let round = 0; round < 20; round++) {
      await store.set('key', numbered(round));
      expectBytes('get() right after set()', await store.get('key'), numbered(round));
      await store.delete('key');
      expectSame('get() right after delete()', await store.get('key'), null);
    }
  });
};
