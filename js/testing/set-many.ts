import { expectAllBytes, expectBytes, expectRefusal, expectSame } from './expectations.ts';
import { badTtls, bytes, MANY, numbered, shortLife } from './samples.ts';
import type { Section } from './section.ts';

export const setMany: Section = (test, subject) => {
  if (!subject.supports.includes('setMany')) return;

  test('stores many, replaces what was there, and takes none', async ({ store }) => {
    await store.set('key-1', bytes(9));
    await store.setMany?.(MANY.map((key, i) => [key, numbered(i)]));
    await store.setMany?.([]);
    const stored = await Promise.all(MANY.map((key) => store.get(key)));
    expectAllBytes(
      'get() after setMany()',
      stored,
      MANY.map((_, i) => numbered(i)),
    );
  });

  test('stores copies: the caller may change its bytes while setting', async ({ store }) => {
    const value = bytes(1, 2);
    const setting = store.setMany?.([
      ['a', value],
      ['b', value],
    ]);
    value.fill(0);
    await setting;
    const what = 'get() of bytes that were changed while setMany() was under way';
    for (const key of ['a', 'b']) expectBytes(what, await store.get(key), bytes(1, 2));
  });

  for (const bad of badTtls(subject)) {
    test(`refuses to set many with a TTL of ${bad} and keeps what was there`, async ({ store }) => {
      await store.set('a', bytes(1));
      const what = `setMany() with a TTL of ${bad}`;
      await expectRefusal(what, async () => await store.setMany?.([['a', bytes(2)]], bad));
      expectBytes('get() after a setMany() was refused', await store.get('a'), bytes(1));
    });
  }

  if (subject.time === 'untested') return;
  const ttl = shortLife(subject);

  test('gives every entry the TTL, rounded up, or none', async ({ store, time }) => {
    await store.setMany?.([['kept', bytes(3)]]);
    const life = await time.begin(
      ttl * 1000,
      async () =>
        await store.setMany?.(
          [
            ['a', bytes(1)],
            ['b', bytes(2)],
          ],
          ttl - 0.5,
        ),
    );
    await life.nearEnd();
    const found = await store.get('b');
    if (!life.mayBeOver) expectBytes(`get() shortly before ${ttl} s are over`, found, bytes(2));
    await life.end();
    for (const key of ['a', 'b']) {
      expectSame(`get() when the ${ttl} s of setMany() are over`, await store.get(key), null);
    }
    expectBytes('get() of what was set without a TTL', await store.get('kept'), bytes(3));
  });
};
