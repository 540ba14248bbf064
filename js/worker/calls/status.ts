import { toHex } from '../../config/hex.ts';
import type { Environment } from '../environment.ts';
import { json } from '../http/answer.ts';
import { addMinutes, LATENCY_BOUNDS, type MinuteCounts } from '../shard/minute-counts.ts';
import { allShards } from '../shard/shards.ts';
import type { NewestEntry, ShardReport } from '../shard/tenant-shard.ts';
import { readHead, stored } from '../values/value-stores.ts';

const SHOWN_ENTRIES = 12;
const SHOWN_MINUTES = 60;
/** Of each value: enough to see that nothing can be seen. */
const HEAD_BYTES = 24;

/** `GET /v1/status`: what the status page shows of the tenant that asks. */
export async function status(environment: Environment, tenant: string): Promise<Response> {
  const now = Math.floor(Date.now() / 60_000);
  const reports = await stored(() =>
    Promise.all(
      allShards(environment.SHARDS, tenant).map((shard) =>
        shard.report(now - SHOWN_MINUTES + 1, SHOWN_ENTRIES),
      ),
    ),
  );
  const newest = reports
    .flatMap(({ newest }) => newest)
    .sort((one, other) => one.age - other.age)
    .slice(0, SHOWN_ENTRIES);
  return json({
    now,
    entries: sum(reports.map(({ entries }) => entries)),
    locks: sum(reports.map(({ locks }) => locks)),
    latencyBounds: LATENCY_BOUNDS,
    minutes: byMinute(reports),
    recent: await Promise.all(newest.map((entry) => shown(environment, entry))),
  });
}

function byMinute(reports: readonly Pick<ShardReport, 'minutes'>[]): MinuteCounts[] {
  const sums = new Map<number, MinuteCounts>();
  for (const counts of reports.flatMap(({ minutes }) => minutes)) {
    const before = sums.get(counts.minute);
    sums.set(counts.minute, before === undefined ? counts : addMinutes(before, counts));
  }
  return [...sums.values()].sort((one, other) => one.minute - other.minute);
}

async function shown(environment: Environment, entry: NewestEntry): Promise<object> {
  const { key, size, place, age } = entry;
  const head = await readHead(environment, entry, HEAD_BYTES);
  return { key, size, place, age, head: toHex(head) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
