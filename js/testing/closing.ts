import { expectClosed, expectSame } from './expectations.ts';
import { allOperations } from './operations.ts';
import { VALUE } from './samples.ts';
import type { Section } from './section.ts';

export const closing: Section = (test, subject) => {
  test('rejects every operation once closed', async ({ store }) => {
    await store.set('key', VALUE);
    const operations = allOperations(store, 'key', subject);
    await store.close();
    for (const [name, call] of operations) await expectClosed(name, call);
  });

  test('closes twice, also at the same time', async ({ store }) => {
    await Promise.all([store.close(), store.close()]);
    await store.close();
  });

  test('closes what was never used', async ({ store }) => {
    expectSame('close()', await store.close(), undefined);
  });

  test('lets end what is under way when it is closed', async ({ store }) => {
    const works = Array.from({ length: 10 }, (_, i) => store.set(`key-${i}`, VALUE));
    const ended = Promise.allSettled(works);
    await store.close();
    for (const result of await ended) {
      if (result.status === 'fulfilled') continue;
      await expectClosed('set()', () => Promise.reject(result.reason));
    }
  });
};
