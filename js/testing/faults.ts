import type { Check } from './check.ts';
import { BackendError, TimeoutError } from '../errors.ts';
import { expectRejection, expectThat } from './expectations.ts';
import { allOperations } from './operations.ts';
import { VALUE } from './samples.ts';
import type { Section } from './section.ts';

/** Would be found in any text that quotes it. */
const KEY = 'topsecret-key';

/** Only where the subject has a way to make them. */
export const faults: Section = (test, subject) => {
  const { operationTimeoutMs, break: breakStore, stall } = subject;

  /** All at once, so that those that wait for a timeout wait together. */
  const failsEverywhere =
    (fault: () => unknown, because: string): Check =>
    async ({ store }) => {
      await store.set(KEY, VALUE);
      await store.get(KEY);
      await fault();
      const operations = allOperations(store, KEY, subject);
      await Promise.all(operations.map(([name, call]) => expectFault(`${name} ${because}`, call)));
    };

  if (breakStore !== undefined) {
    test(
      'rejects every operation when the store fails, and takes none for a miss',
      failsEverywhere(breakStore, 'of a store that fails'),
    );
  }
  if (stall !== undefined) {
    test(
      `ends every operation within ${operationTimeoutMs} ms when the store does not answer`,
      failsEverywhere(stall, 'of a store that does not answer'),
    );
  }
};

async function expectFault(what: string, work: () => Promise<unknown>): Promise<void> {
  const how = 'a BackendError, which has a classification, or a TimeoutError';
  const isRight = (error: unknown): boolean =>
    error instanceof BackendError || error instanceof TimeoutError;
  const error = await expectRejection(what, how, isRight, work);
  expectThat(`${what} to keep the key out of its error`, !String(error).includes(KEY), error);
}
