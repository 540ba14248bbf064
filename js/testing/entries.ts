import { expectBytes, expectSame, expectThat } from './expectations.ts';
import { featuresOf } from './features.ts';
import { bytes, VALUE } from './samples.ts';
import type { Section } from './section.ts';

export const entries: Section = (test, { supports, tells }) => {
  /** What `delete` says of an entry, where it can. */
  const expectTold = (what: string, actual: boolean, expected: boolean): void => {
    if (tells.delete) expectSame(what, actual, expected);
    else expectThat(`${what} to give a boolean`, typeof actual === 'boolean', actual);
  };

  test('has exactly the features that its subject declares', async ({ store }) => {
    const found = featuresOf(store).sort().join(', ');
    expectSame(
      'supports to name the features that are there; these',
      [...supports].sort().join(', '),
      found,
    );
  });

  test('misses what was never set', async ({ store }) => {
    expectSame('get() of what was never set', await store.get('absent'), null);
    expectSame('exists() of what was never set', await store.exists('absent'), false);
    expectTold('delete() of what was never set', await store.delete('absent'), false);
  });

  test('finds what was set', async ({ store }) => {
    await store.set('key', VALUE);
    expectBytes('get() of what was set', await store.get('key'), VALUE);
    expectSame('exists() of what was set', await store.exists('key'), true);
    expectSame('get() of another key', await store.get('other'), null);
  });

  test('replaces', async ({ store }) => {
    await store.set('key', bytes(1, 2, 3));
    await store.set('key', bytes(4));
    expectBytes('get() of what was replaced', await store.get('key'), bytes(4));
  });

  test('deletes what it is told and nothing else', async ({ store }) => {
    await store.set('key', VALUE);
    await store.set('other', VALUE);
    expectTold('delete() of an entry', await store.delete('key'), true);
    expectSame('get() of what was deleted', await store.get('key'), null);
    expectSame('exists() of what was deleted', await store.exists('key'), false);
    expectTold('delete() of what was deleted', await store.delete('key'), false);
    expectBytes('get() of another key', await store.get('other'), VALUE);
  });
};
