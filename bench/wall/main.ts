/**
 * `npm run bench`: wall clock of ours beside other libraries, in one process, in both orders.
 *
 *     npm run bench -- --only envelope,encode   contests whose name holds one of these texts
 *     npm run bench -- --rounds 20 --ms 20      so many rounds of so many milliseconds each
 *     npm run bench -- --json --save            JSON; keeps bench/results/wall.json
 */
import { parseArgs } from 'node:util';
import { duration, times } from '../common/format.ts';
import { OUTPUT_OPTIONS, publish } from '../common/result.ts';
import { table } from '../common/table.ts';
import { cacheContests } from './cache-contests.ts';
import { codecContests } from './codec-contests.ts';
import type { ContestResult, Row } from './contest.ts';
import { runContest } from './run-contest.ts';
import { sealContests } from './seal-contests.ts';

const HEADINGS = ['', 'one op', 'ours is faster', 'ours first', 'ours last', 'noise', 'target'];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '20' },
    ms: { type: 'string', default: '20' },
    ...OUTPUT_OPTIONS,
  },
});

await publish('wall', values, measureAll, (results) => results.flatMap(linesOf));

async function measureAll(): Promise<ContestResult[]> {
  const wanted = values.only.split(',');
  const all = [...(await sealContests()), ...(await codecContests()), ...cacheContests()];
  const chosen = all.filter(({ name }) => wanted.some((text) => name.includes(text)));
  const effort = { rounds: Number(values.rounds), milliseconds: Number(values.ms) };
  const results: ContestResult[] = [];
  for (const contest of chosen) results.push(await runContest(contest, effort));
  return results;
}

function linesOf({ name, rows }: ContestResult): string[] {
  return [name, ...table(HEADINGS, rows.map(cells)).map((line) => `  ${line}`), ''];
}

function cells(row: Row): string[] {
  const target = row.target === null ? '' : `${verdict(row)} ${times(row.target)}`;
  const name = row.recorded ? `${row.name} (recorded)` : row.name;
  const orders = row.recorded
    ? ['', '', '']
    : [times(row.ratioOursFirst), times(row.ratioOursLast), `${(row.spread * 100).toFixed(1)} %`];
  return [name, duration(row.nanoseconds), times(row.ratio), ...orders, target];
}

function verdict({ ratio, target }: Row): string {
  return target !== null && ratio >= target ? 'met' : 'MISSED';
}
