import { isLockableBackend, type LockableBackend } from '../backends/backend.ts';
import { storeAs } from './check.ts';
import { ComplianceError } from './compliance-error.ts';
import { expectBytes, expectSame, expectThat } from './expectations.ts';
import { VALUE } from './samples.ts';
import type { Section } from './section.ts';

/** Milliseconds that no test lasts. */
const TIMEOUT_MS = 300_000;
const SHORT_MS = 2000;

export const locks: Section = (test, subject) => {
  if (!subject.supports.includes('locks')) return;

  const expectReleased = async (
    what: string,
    released: Promise<boolean>,
    expected: boolean,
  ): Promise<void> => {
    const told = await released;
    if (subject.tells.releaseLock) expectSame(what, told, expected);
    else expectThat(`${what} to give a boolean`, typeof told === 'boolean', told);
  };

  test('gives a lock to one holder until it gives it up', async ({ store }) => {
    const held = storeAs(store, isLockableBackend);
    const first = await take(held, 'key');
    await expectTaken(held, 'key');
    await expectReleased('releaseLock() by the holder', held.releaseLock('key', first), true);
    const second = await take(held, 'key');
    expectThat('each holder to get a token of its own', second !== first);
  });

  test('keeps the locks of different keys apart', async ({ store }) => {
    const held = storeAs(store, isLockableBackend);
    const [first, second] = [await take(held, 'key'), await take(held, 'Key')];
    const other = 'releaseLock() with the token of another key';
    await expectReleased(other, held.releaseLock('key', second), false);
    await expectTaken(held, 'key');
    await expectReleased('releaseLock() by the holder', held.releaseLock('Key', second), true);
    await expectTaken(held, 'key');
    await expectReleased('releaseLock() by the holder', held.releaseLock('key', first), true);
  });

  test('lets nobody give up a lock that is not theirs', async ({ store }) => {
    const held = storeAs(store, isLockableBackend);
    const none = 'releaseLock() where nobody holds the lock';
    await expectReleased(none, held.releaseLock('key', 'never-given'), false);
    const token = await take(held, 'key');
    for (const other of ['', 'x', '../key', '*', `${token}x`, token.slice(0, -1)]) {
      const what = `releaseLock() with the token ${JSON.stringify(other)} of nobody`;
      await expectReleased(what, held.releaseLock('key', other), false);
      await expectTaken(held, 'key');
    }
    await expectReleased('releaseLock() by the holder', held.releaseLock('key', token), true);
    await expectReleased(
      'releaseLock() for the second time',
      held.releaseLock('key', token),
      false,
    );
  });

  test('has one winner among all who try at once', async ({ store }) => {
    const held = storeAs(store, isLockableBackend);
    for (let round = 0; round < 5; round++) {
      const token = await onlyWinner(held, TIMEOUT_MS);
      const releases = Array.from({ length: 5 }, () => held.releaseLock('key', token));
      const released = (await Promise.all(releases)).filter(Boolean).length;
      if (!subject.tells.releaseLock) continue;
      expectThat('one of five to release the lock', released === 1, released);
    }
  });

  test('leaves the entry of the same key alone, and is left alone by it', async ({ store }) => {
    const held = storeAs(store, isLockableBackend);
    const token = await take(held, 'key');
    expectSame('exists() of a key that is only locked', await held.exists('key'), false);
    await held.set('key', VALUE);
    expectBytes('get() of a key that is locked', await held.get('key'), VALUE);
    await held.delete('key');
    await expectTaken(held, 'key');
    await held.set('key', VALUE);
    await expectReleased('releaseLock() by the holder', held.releaseLock('key', token), true);
    expectBytes('get() after its lock was released', await held.get('key'), VALUE);
  });

  if (subject.time === 'untested') return;

  test('ends a lock when its time is over', async ({ store, time }) => {
    const held = storeAs(store, isLockableBackend);
    let first = '';
    const life = await time.begin(SHORT_MS, async () => {
      first = await take(held, 'key', SHORT_MS);
    });
    await life.nearEnd();
    const other = await held.acquireLock('key', SHORT_MS);
    if (!life.mayBeOver) {
      expectSame(`acquireLock() before the ${SHORT_MS} ms of its holder are over`, other, null);
    }
    await life.end();
    const second = await take(held, 'key');
    const late = 'releaseLock() by a holder whose time was over';
    await expectReleased(late, held.releaseLock('key', first), false);
    await expectTaken(held, 'key');
    await expectReleased('releaseLock() by the holder', held.releaseLock('key', second), true);
  });

  if (subject.time !== 'given') return;

  test('tells a holder who comes too late', async ({ store, time }) => {
    const held = storeAs(store, isLockableBackend);
    const token = await take(held, 'key', SHORT_MS);
    time.setTo(SHORT_MS);
    const what = 'releaseLock() when the time of the holder is over';
    await expectReleased(what, held.releaseLock('key', token), false);
    await take(held, 'key');
  });

  test('has one winner when many find a lock that has ended', async ({ store, time }) => {
    const held = storeAs(store, isLockableBackend);
    for (let round = 0; round < 5; round++) {
      time.setTo(round * SHORT_MS);
      await onlyWinner(held, SHORT_MS);
    }
  });
};

/** Takes a lock that must be free. */
async function take(store: LockableBackend, key: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const token = await store.acquireLock(key, timeoutMs);
  if (typeof token === 'string' && token !== '') return token;
  throw new ComplianceError('expected acquireLock() of a free lock to give a token, a text');
}

async function expectTaken(store: LockableBackend, key: string): Promise<void> {
  const isFree = (await store.acquireLock(key, TIMEOUT_MS)) !== null;
  expectThat('acquireLock() of a lock that another holds to give null', !isFree);
}

async function onlyWinner(store: LockableBackend, timeoutMs: number): Promise<string> {
  const tries = Array.from({ length: 20 }, () => store.acquireLock('key', timeoutMs));
  const won = (await Promise.all(tries)).filter((token) => token !== null);
  const [token] = won;
  if (won.length === 1 && token !== undefined) return token;
  throw new ComplianceError(
    `expected one of 20 who try at once to get the lock; ${won.length} did`,
  );
}
