import { expectAllBytes, expectBytes, expectSame, expectThat } from './expectations.ts';
import { bytes, MANY, VALUE } from './samples.ts';
import type { Section } from './section.ts';

export const deleteMany: Section = (test, { supports, tells }) => {
  if (!supports.includes('deleteMany')) return;
  /** How many were there, where the store can tell. */
  const expectCount = (what: string, actual: number | undefined, expected: number): void => {
    if (tells.delete) expectSame(what, actual, expected);
    else expectThat(`${what} to give a number`, typeof actual === 'number', actual);
  };

  test('removes what it is told, nothing else, and counts what was there', async ({ store }) => {
    await Promise.all(MANY.map((key) => store.set(key, bytes(1))));
    await store.set('kept', VALUE);
    const count = await store.deleteMany?.(['absent', ...MANY]);
    expectCount('deleteMany() of many', count, MANY.length);
    const left = await Promise.all(MANY.map((key) => store.get(key)));
    expectAllBytes(
      'get() after deleteMany()',
      left,
      MANY.map(() => null),
    );
    expectBytes('get() of another key', await store.get('kept'), VALUE);
    expectCount('deleteMany() of what was deleted', await store.deleteMany?.(MANY), 0);
    expectCount('deleteMany() of no keys', await store.deleteMany?.([]), 0);
  });
};
