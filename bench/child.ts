/**
 * Runs one workload in a process of its own: `child.ts <name> [n]`. The window lies between the two
 * calls of `process.cpuUsage`, at which valgrind writes what it has counted.
 */
import type { Workload } from './workload.ts';

const WARM_UP = 2_000;

const [name = '', count = ''] = process.argv.slice(2);
const module: { workload: Workload } = await import(`./workloads/${name}.ts`);
const { workload } = module;
const op = await workload.setup();
const n = count === '' ? workload.n : Number(count);

for (let i = 0; i < WARM_UP; i++) await op();
process.cpuUsage();
for (let i = 0; i < n; i++) await op();
process.cpuUsage();
process.exit(0);
