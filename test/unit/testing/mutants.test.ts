/** Every mistake in a store is found by the test that is about it, which says in words what it missed. */
import { describe, expect, test } from 'vitest';
import { ComplianceError } from '../../../js/testing/index.ts';
import { completeSubject } from './complete-backend.ts';
import type { Mutant } from './mutant.ts';
import { mutantsOfBatches } from './mutants-of-batches.ts';
import { mutantsOfFaults } from './mutants-of-faults.ts';
import { mutantsOfLocks } from './mutants-of-locks.ts';
import { mutantsOfTime } from './mutants-of-time.ts';
import { mutantsOfValues } from './mutants-of-values.ts';
import { failureOf, testsOf } from './recording-runner.ts';

describe('a store without a mistake', () => {
  test.each([...testsOf(completeSubject())])('%s', async (_name, run) => await run());
});

const groups: readonly (readonly [string, readonly Mutant[]])[] = [
  ['values and keys', mutantsOfValues],
  ['time', mutantsOfTime],
  ['locks', mutantsOfLocks],
  ['batches', mutantsOfBatches],
  ['closing and failing', mutantsOfFaults],
];

for (const [group, mutants] of groups) {
  describe(`a store with a mistake: ${group}`, () => {
    test.each(mutants)('$name: $test', async ({ test: name, says, change }) => {
      const found = [...testsOf(completeSubject(change))].filter(([path]) =>
        path.endsWith(` > ${name}`),
      );
      expect(found.length).toBeGreaterThan(0);
      const failures = await Promise.all(found.map(([, run]) => failureOf(run)));
      const [failure] = failures.filter((one) => one !== null);
      expect(failure).toBeInstanceOf(ComplianceError);
      expect(failure).toHaveProperty('code', 'ERR_COMPLIANCE');
      expect(String(failure)).toMatch(says);
    });
  });
}

/** Tests of several TTLs are one. */
const family = (name: string): string => name.replace(/-?\d+|NaN|Infinity|undefined/g, '…');

test('each test has found a mistake', () => {
  const found = new Set(groups.flatMap(([, mutants]) => mutants.map((one) => family(one.test))));
  const names = [...testsOf(completeSubject()).keys()].map((path) => path.split(' > ').at(-1));
  expect(names.filter((name = '') => !found.has(family(name)))).toEqual([]);
});
