import { type Backend, isTTLBackend } from '../backends/backend.ts';
import { ConfigurationError } from '../errors.ts';
import {
  expectAllBytes,
  expectBytes,
  expectRefusal,
  expectSame,
  expectThat,
} from './expectations.ts';
import { badTtls, bytes, shortLife, VALUE } from './samples.ts';
import type { DefineCheck, Section } from './section.ts';

export const expiry: Section = (test, subject) => {
  const { smallestTtlSeconds, longestTtlSeconds, time: mode } = subject;
  const exact = mode === 'given';
  const ttl = shortLife(subject);
  const lasts = ttl * 1000;
  const timed: DefineCheck = mode === 'untested' ? () => {} : test;
  const when = exact ? 'exactly when the clock reaches the deadline' : 'when its time is over';

  timed(`expires ${when}`, async ({ store, time }) => {
    const life = await time.begin(lasts, async () => {
      for (const key of ['key', 'other', 'third']) await store.set(key, VALUE, ttl);
    });
    await life.nearEnd();
    const [found, isThere] = [await store.get('key'), await store.exists('other')];
    if (!life.mayBeOver) {
      expectBytes(`get() shortly before ${ttl} s are over`, found, VALUE);
      expectSame(`exists() shortly before ${ttl} s are over`, isThere, true);
    }
    await life.end();
    const now = `when its ${ttl} s are over`;
    expectSame(`exists() ${now}`, await store.exists('other'), false);
    expectSame(`get() ${now}`, await store.get('key'), null);
    await expectGone(store, 'third', ttl);
  });

  timed('keeps an entry without a TTL, also after one with a TTL', async ({ store, time }) => {
    const life = await time.begin(lasts, () => store.set('key', bytes(1), ttl));
    await store.set('key', VALUE);
    await life.end();
    expectBytes('get() without a TTL, after one with a TTL', await store.get('key'), VALUE);
    if (!exact) return;
    time.setTo(1e12);
    expectBytes('get() without a TTL, after decades', await store.get('key'), VALUE);
  });

  timed('replaces the deadline with the value', async ({ store, time }) => {
    await store.set('key', bytes(1), longestTtlSeconds);
    const life = await time.begin(lasts, () => store.set('key', VALUE, ttl));
    await life.end();
    expectSame('get() of a value set again with a shorter TTL', await store.get('key'), null);
  });

  test('rounds a fraction of a second up, never to nothing or for ever', async ({
    store,
    time,
  }) => {
    if (refusesTtl(store, 0.001)) {
      return await expectRefusal('set() with a TTL that validateTtl() refuses', () =>
        store.set('key', VALUE, 0.001),
      );
    }
    const life = await time.begin(smallestTtlSeconds * 1000, () => store.set('key', VALUE, 0.001));
    expectBytes('get() with a TTL of 0.001 s', await store.get('key'), VALUE);
    if (!exact) return;
    await life.nearEnd();
    expectBytes(`get() within ${smallestTtlSeconds} s`, await store.get('key'), VALUE);
    await life.end();
    expectSame(`get() after ${smallestTtlSeconds} s`, await store.get('key'), null);
  });

  test('takes the shortest and the longest TTL', async ({ store }) => {
    for (const seconds of [smallestTtlSeconds, longestTtlSeconds]) {
      expectThat(`a TTL of ${seconds} s to be taken`, !refusesTtl(store, seconds));
      await store.set('key', VALUE, seconds);
    }
    expectBytes('get() with the longest TTL', await store.get('key'), VALUE);
  });

  for (const bad of badTtls(subject)) {
    test(`refuses a TTL of ${bad} and keeps what was there`, async ({ store }) => {
      await store.set('key', VALUE);
      await expectRefusal(`set() with a TTL of ${bad}`, () => store.set('key', bytes(2), bad));
      expectBytes('get() after a set() was refused', await store.get('key'), VALUE);
      if (store.validateTtl === undefined) return;
      expectThat(`validateTtl(${bad}) to throw`, refusesTtl(store, bad));
    });
  }
};

function refusesTtl(store: Backend, seconds: number): boolean {
  try {
    store.validateTtl?.(seconds);
    return false;
  } catch (error) {
    const what = `validateTtl(${seconds}) to throw nothing but a ConfigurationError`;
    expectThat(what, error instanceof ConfigurationError, error);
    return true;
  }
}

async function expectGone(store: Backend, key: string, ttl: number): Promise<void> {
  const when = `when its ${ttl} s are over`;
  if (store.getWithTtl !== undefined) {
    expectSame(`getWithTtl() ${when}`, await store.getWithTtl(key), null);
  }
  if (store.getMany !== undefined) {
    expectAllBytes(`getMany() ${when}`, await store.getMany([key]), [null]);
  }
  if (!isTTLBackend(store)) return;
  expectSame(`getTTL() ${when}`, await store.getTTL(key), null);
  expectSame(`refreshTTL() ${when}`, await store.refreshTTL(key, ttl), false);
}
