import type { StoredEntry } from '../backends/backend.ts';
import { expectBytes, expectSame, expectThat } from './expectations.ts';
import { bytes, longLife, shortLife, VALUE } from './samples.ts';
import type { Section } from './section.ts';

export const getWithTtl: Section = (test, subject) => {
  if (!subject.supports.includes('getWithTtl')) return;
  const ttl = longLife(subject);

  test('gives the bytes with the seconds left, and null for a miss', async ({ store }) => {
    expectSame('getWithTtl() of what was never set', await store.getWithTtl?.('key'), null);
    await store.set('key', VALUE, ttl);
    const entry = await store.getWithTtl?.('key');
    expectBytes('getWithTtl()', entry?.bytes, VALUE);
    // A store with a clock of its own counts down meanwhile.
    expectBound(entry, ttl / 2, ttl);
  });

  test('leaves the time out where the entry does not expire', async ({ store }) => {
    await store.set('key', VALUE, ttl);
    await store.set('key', bytes());
    const entry = await store.getWithTtl?.('key');
    expectBytes('getWithTtl() of an empty entry', entry?.bytes, bytes());
    expectSame('remainingTtl of an entry without a TTL', entry?.remainingTtl, undefined);
  });

  test('gives a copy: the caller may change what it got', async ({ store }) => {
    await store.set('key', bytes(1, 2, 3));
    (await store.getWithTtl?.('key'))?.bytes.fill(0);
    const what = 'getWithTtl() after the caller changed what it got before';
    expectBytes(what, (await store.getWithTtl?.('key'))?.bytes, bytes(1, 2, 3));
  });

  if (subject.time === 'untested') return;
  const short = shortLife(subject);

  test('bounds every copy: counts down to the deadline, never past it', async ({ store, time }) => {
    const life = await time.begin(short * 1000, () => store.set('key', VALUE, short));
    if (subject.time === 'given') {
      time.setTo(1500);
      // A copy that ends up to a second early does no harm: some stores round down.
      expectBound(await store.getWithTtl?.('key'), short - 2.5, short - 1.5);
    }
    await life.nearEnd();
    const entry = await store.getWithTtl?.('key');
    // Where the tests give the time a millisecond is left, elsewhere up to all of it.
    if (!life.mayBeOver) expectBound(entry, -1, subject.time === 'given' ? 0.001 : short);
    await life.end();
    const what = `getWithTtl() when its ${short} s are over`;
    expectSame(what, await store.getWithTtl?.('key'), null);
  });
};

/** Seconds, never below 0. */
function expectBound(entry: StoredEntry | null | undefined, least: number, most: number): void {
  const left = entry?.remainingTtl;
  const isBound = left !== undefined && left >= least && left >= 0 && left <= most;
  expectThat(`remainingTtl to be from ${Math.max(0, least)} to ${most}`, isBound, left);
}
