import { isTTLBackend } from '../backends/backend.ts';
import { storeAs } from './check.ts';
import { expectBytes, expectRefusal, expectSame, expectThat } from './expectations.ts';
import { badTtls, bytes, longLife, shortLife, VALUE } from './samples.ts';
import type { Section } from './section.ts';

const ROUNDS = 50;

export const ttl: Section = (test, subject) => {
  if (!subject.supports.includes('ttl')) return;
  const { smallestTtlSeconds, time: mode } = subject;
  const [short, long] = [shortLife(subject), longLife(subject)];

  /** A store with a clock of its own counts down meanwhile. */
  const expectLong = (what: string, seconds: number | null): void => {
    const isRight =
      Number.isInteger(seconds) && (seconds ?? 0) > long / 2 && (seconds ?? 0) <= long;
    expectThat(`${what} to give whole seconds up to ${long}`, isRight, seconds);
  };

  test('tells whole seconds left, null for a miss and for no expiry', async ({ store }) => {
    const ttls = storeAs(store, isTTLBackend);
    expectSame('getTTL() of what was never set', await ttls.getTTL('key'), null);
    await ttls.set('key', VALUE);
    expectSame('getTTL() of an entry without a TTL', await ttls.getTTL('key'), null);
    await ttls.set('key', VALUE, long);
    expectLong('getTTL()', await ttls.getTTL('key'));
  });

  for (const before of [undefined, short, subject.longestTtlSeconds]) {
    test(`replaces a TTL of ${before} and nothing else`, async ({ store }) => {
      const ttls = storeAs(store, isTTLBackend);
      await ttls.set('key', VALUE, before);
      await ttls.set('other', bytes(4));
      expectSame('refreshTTL() of an entry', await ttls.refreshTTL('key', long), true);
      expectLong('getTTL() after refreshTTL()', await ttls.getTTL('key'));
      expectBytes('get() after refreshTTL()', await ttls.get('key'), VALUE);
      expectSame('getTTL() of another key', await ttls.getTTL('other'), null);
    });
  }

  test('makes no entry where there is none', async ({ store }) => {
    const ttls = storeAs(store, isTTLBackend);
    expectSame('refreshTTL() of what was never set', await ttls.refreshTTL('key', long), false);
    expectSame('exists() after refreshTTL() of nothing', await ttls.exists('key'), false);
  });

  for (const bad of badTtls(subject)) {
    test(`refuses to refresh to a TTL of ${bad} and keeps the one that was`, async ({ store }) => {
      const ttls = storeAs(store, isTTLBackend);
      await ttls.set('key', VALUE, long);
      await expectRefusal(`refreshTTL() to ${bad}`, () => ttls.refreshTTL('key', bad));
      expectLong('getTTL() after a refreshTTL() was refused', await ttls.getTTL('key'));
    });
  }

  test('never undoes a set or a delete of the same time', async ({ store }) => {
    const ttls = storeAs(store, isTTLBackend);
    for (let round = 0; round < ROUNDS; round++) {
      await ttls.set('key', bytes(round));
      await Promise.all([ttls.refreshTTL('key', long), ttls.set('key', bytes(round, round))]);
      const what = 'get() after a set() at the time of a refreshTTL()';
      expectBytes(what, await ttls.get('key'), bytes(round, round));
      await Promise.all([ttls.refreshTTL('key', long), ttls.delete('key')]);
      const gone = 'get() after a delete() at the time of a refreshTTL()';
      expectSame(gone, await ttls.get('key'), null);
    }
  });

  if (mode === 'untested') return;

  test('lets the entry live from now on, until the new deadline', async ({ store, time }) => {
    const ttls = storeAs(store, isTTLBackend);
    const first = await time.begin(short * 1000, async () => {
      await ttls.set('longer', VALUE, short);
      await ttls.set('shorter', VALUE, long);
    });
    await ttls.refreshTTL('longer', long);
    // On a whole second, for stores that count in those.
    if (mode === 'given') time.setTo(20_000);
    const second = await time.begin(short * 1000, () => ttls.refreshTTL('shorter', short));
    await first.end();
    expectBytes('get() after the old deadline', await ttls.get('longer'), VALUE);
    await second.nearEnd();
    const found = await ttls.get('shorter');
    if (!second.mayBeOver) expectBytes('get() before the new deadline', found, VALUE);
    await second.end();
    expectSame('get() after the new deadline', await ttls.get('shorter'), null);
  });

  if (mode !== 'given') return;

  test('rounds the seconds left up', async ({ store, time }) => {
    const ttls = storeAs(store, isTTLBackend);
    await ttls.set('key', VALUE, short);
    time.setTo(1500);
    expectSame('getTTL() after 1.5 s', await ttls.getTTL('key'), short - 1);
    time.setTo(short * 1000 - 1);
    expectSame('getTTL() a millisecond before the end', await ttls.getTTL('key'), 1);
  });

  test('rounds a fraction of a second up when it refreshes', async ({ store }) => {
    const ttls = storeAs(store, isTTLBackend);
    await ttls.set('key', VALUE);
    await ttls.refreshTTL('key', 0.001);
    expectSame(
      'getTTL() after a refreshTTL() to 0.001 s',
      await ttls.getTTL('key'),
      smallestTtlSeconds,
    );
  });

  test('brings nothing back that has expired', async ({ store, time }) => {
    const ttls = storeAs(store, isTTLBackend);
    await ttls.set('key', VALUE, short);
    time.setTo(short * 1000);
    expectSame('refreshTTL() of what has expired', await ttls.refreshTTL('key', long), false);
    expectSame('get() after that', await ttls.get('key'), null);
  });
};
