/** Each contest of `npm run bench` runs: every contender does its work, and gets a time. */
import { describe, expect, test } from 'vitest';
import { cacheContests } from '../../../bench/wall/cache-contests.ts';
import { codecContests } from '../../../bench/wall/codec-contests.ts';
import { runContest } from '../../../bench/wall/run-contest.ts';
import { sealContests } from '../../../bench/wall/seal-contests.ts';

const contests = [...(await sealContests()), ...(await codecContests()), ...cacheContests()];

describe('contests of wall clock', () => {
  test.each(contests.map((contest) => [contest.name, contest] as const))(
    '%s',
    async (_, contest) => {
      const { rows } = await runContest(contest, { rounds: 2, milliseconds: 1 });
      expect(rows.length).toBeGreaterThan(1);
      for (const { nanoseconds, ratio } of rows) {
        expect(nanoseconds).toBeGreaterThan(0);
        expect(ratio).toBeGreaterThan(0);
      }
    },
  );

  test('one that does not do its work is not timed', async () => {
    const fails = {
      name: 'wrong',
      op: () => 1,
      verify: () => {
        throw new Error('1 is not 2');
      },
    };
    const contest = { name: 'none', ours: fails, others: [] };
    await expect(runContest(contest, { rounds: 2, milliseconds: 1 })).rejects.toThrow('1 is not 2');
  });
});
