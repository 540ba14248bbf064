import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counted, countedIn } from './callgrind.ts';
import { compiledWorkload } from './compile.ts';
import type { Workload } from './workload.ts';

/** Deterministic, on one thread, so that a count says the same again. */
export const NODE_FLAGS = [
  '--single-threaded',
  '--predictable',
  '--hash-seed=1',
  '--random-seed=1',
  '--no-liftoff',
  '--predictable-gc-schedule',
];

/** Per operation of one run: what its busiest thread took within the window. */
export async function countInstructions(name: string): Promise<Counted> {
  const { workload }: { workload: Workload } = await import(`./workloads/${name}.ts`);
  const folder = mkdtempSync(join(tmpdir(), 'sealcache-ir-'));
  try {
    await runUnderValgrind(name, folder);
    const { instructions, compiling } = busiestOfWindow(folder);
    return { instructions: instructions / workload.n, compiling: compiling / workload.n };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runUnderValgrind(name: string, folder: string): Promise<void> {
  const child = spawn(
    'valgrind',
    [
      '--tool=callgrind',
      '--separate-threads=yes',
      '--dump-before=*CPUUsage*',
      `--callgrind-out-file=${join(folder, 'counts')}`,
      process.execPath,
      ...NODE_FLAGS,
      await compiledWorkload(name),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-2000);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`valgrind of ${name} ended with ${code}:\n${errors}`);
}

/** Dump 2 holds what happened between the two calls of `process.cpuUsage`; one file for each thread. */
function busiestOfWindow(folder: string): Counted {
  const files = readdirSync(folder).filter((file) => /^counts\.2-\d+$/.test(file));
  const threads = files
    .map((file) => countedIn(readFileSync(join(folder, file), 'utf8')))
    .toSorted((a, b) => b.instructions - a.instructions);
  const [busiest] = threads;
  if (busiest === undefined) throw new Error('valgrind wrote no counts for the window');
  return busiest;
}
