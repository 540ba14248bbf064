import { expectAllBytes, expectBytes, expectThat } from './expectations.ts';
import { bytes, MANY, numbered, shortLife } from './samples.ts';
import type { Section } from './section.ts';

export const getMany: Section = (test, subject) => {
  if (!subject.supports.includes('getMany')) return;

  test('answers in the order of the keys, null for a miss, and each time it is asked', async ({
    store,
  }) => {
    await store.set('a', bytes(1));
    await store.set('b', bytes());
    const found = await store.getMany?.(['b', 'absent', 'a', 'b']);
    expectAllBytes('getMany()', found, [bytes(), null, bytes(1), bytes()]);
    expectAllBytes('getMany() of a miss', await store.getMany?.(['absent']), [null]);
    expectAllBytes('getMany() of no keys', await store.getMany?.([]), []);
  });

  test('gives copies, also of one entry asked for twice', async ({ store }) => {
    await store.set('a', bytes(1));
    const [first, second] = (await store.getMany?.(['a', 'a'])) ?? [];
    const apart = first?.buffer !== second?.buffer;
    expectThat('two answers of getMany() to lie in different buffers', apart);
    first?.fill(0);
    expectBytes('the second of two answers when the first was changed', second, bytes(1));
    expectBytes('get() when an answer of getMany() was changed', await store.get('a'), bytes(1));
  });

  test('reads many', async ({ store }) => {
    await Promise.all(MANY.map((key, i) => store.set(key, numbered(i))));
    expectAllBytes(
      'getMany()',
      await store.getMany?.(MANY),
      MANY.map((_, i) => numbered(i)),
    );
  });

  if (subject.time === 'untested') return;
  const ttl = shortLife(subject);

  test('misses what has expired', async ({ store, time }) => {
    const life = await time.begin(ttl * 1000, () => store.set('a', bytes(1), ttl));
    await store.set('b', bytes(2));
    await life.end();
    expectAllBytes('getMany()', await store.getMany?.(['a', 'b']), [null, bytes(2)]);
  });
};
