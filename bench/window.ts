import type { Workload } from './workload.ts';

const WARM_UP = 2_000;

/**
 * Runs a workload: the window lies between the two calls of `process.cpuUsage`, at which valgrind
 * writes what it has counted. A number of operations as argument replaces the workload's own.
 */
export async function measure({ n, setup }: Workload): Promise<void> {
  const op = await setup();
  const count = Number(process.argv[2] ?? n);
  for (let i = 0; i < WARM_UP; i++) await op();
  process.cpuUsage();
  for (let i = 0; i < count; i++) await op();
  process.cpuUsage();
  process.exit(0);
}
