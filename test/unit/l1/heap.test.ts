/** The budget of bytes is honest: measured in a process of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { HeapReport } from './heap-process.ts';

const script = fileURLToPath(new URL('heap-process.ts', import.meta.url));
const BUDGET = 50 * 1024 * 1024;

test.each(['small bytes', 'bytes outside the heap', 'rows', 'empty objects'])(
  'B20: 200,000 small entries of %s stay within twice the budget',
  { timeout: 60_000 },
  async (name) => {
    const args = ['--expose-gc', script, name];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const report: unknown = JSON.parse(stdout);
    if (!isReport(report)) throw new Error(`no report: ${stdout}`);
    const { pushed, charged, grown, entries } = report;
    expect(pushed).toBe(200_000);
    // Full, so that the growth below is that of a whole budget.
    expect(entries).toBeLessThan(200_000);
    expect(charged).toBeGreaterThan(BUDGET * 0.99);
    expect(charged).toBeLessThanOrEqual(BUDGET);
    // Twice would be allowed; this near, the overhead in charge.ts is a measured one.
    expect(grown).toBeLessThan(1.2 * BUDGET);
  },
);

function isReport(value: unknown): value is HeapReport {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['pushed', 'entries', 'charged', 'grown'].every(
      (name) => typeof Reflect.get(value, name) === 'number',
    )
  );
}
