import { median, relativeSpread } from '../common/statistics.ts';
import type { Contender, Contest, ContestResult, Row } from './contest.ts';
import { countFor, type Loop, loopOf } from './loop.ts';

export interface Effort {
  /** Even, so that each order comes as often as the other. */
  readonly rounds: number;
  /** Milliseconds of one contender in one round. */
  readonly milliseconds: number;
}

/**
 * Checks every contender, then times them in turns, forwards in one round and backwards in the next:
 * whatever the machine does besides falls on all of them, and no one always has the caches of another.
 */
export async function runContest(contest: Contest, effort: Effort): Promise<ContestResult> {
  const contenders = [contest.ours, ...contest.others];
  for (const { verify } of contenders) await verify();
  const loops: Loop[] = contenders.map(({ op }) => loopOf(op));
  const counts: number[] = [];
  for (const loop of loops) counts.push(await countFor(loop, effort.milliseconds));
  const rounds = contenders.map((): number[] => []);
  for (let round = 0; round < effort.rounds; round++) {
    const order = [...contenders.keys()];
    if (round % 2 === 1) order.reverse();
    for (const i of order) rounds[i]?.push((await loops[i]?.(counts[i] ?? 1)) ?? Number.NaN);
  }
  const [ours = []] = rounds;
  const rows = contenders.map((contender, i) => rowOf(contest, contender, rounds[i] ?? [], ours));
  return { name: contest.name, rows: [...rows, ...recordedRows(contest, median(ours))] };
}

function rowOf(
  contest: Contest,
  { name }: Contender,
  rounds: readonly number[],
  ours: readonly number[],
): Row {
  const ratios = rounds.map((nanoseconds, round) => nanoseconds / (ours[round] ?? Number.NaN));
  return {
    name,
    nanoseconds: median(rounds),
    ratio: median(ratios),
    ratioOursFirst: median(ratios.filter((_, round) => round % 2 === 0)),
    ratioOursLast: median(ratios.filter((_, round) => round % 2 === 1)),
    spread: relativeSpread(rounds),
    target: contest.targets?.[name] ?? null,
    recorded: false,
  };
}

function recordedRows({ recorded = [] }: Contest, ours: number): Row[] {
  return recorded.map(({ name, nanoseconds, target }) => {
    const ratio = nanoseconds / ours;
    const same = { ratio, ratioOursFirst: ratio, ratioOursLast: ratio, spread: 0 };
    return { name, nanoseconds, ...same, target, recorded: true };
  });
}
