import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Instructions per operation of one run: those of its busiest thread within the window. */
export async function countInstructions(name: string): Promise<number> {
  const { workload }: { workload: Workload } = await import(`./workloads/${name}.ts`);
  const folder = mkdtempSync(join(tmpdir(), 'sealcache-ir-'));
  try {
    await runUnderValgrind(name, folder);
    return Math.max(...totalsOfWindow(folder)) / workload.n;
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
      join(import.meta.dirname, 'child.ts'),
      name,
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
function totalsOfWindow(folder: string): number[] {
  const files = readdirSync(folder).filter((file) => /^counts\.2-\d+$/.test(file));
  const totals = files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return Number(/^totals: (\d+)$/m.exec(text)?.[1] ?? 0);
  });
  if (totals.length === 0) throw new Error('valgrind wrote no counts for the window');
  return totals;
}
