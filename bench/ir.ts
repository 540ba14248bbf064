/**
 * `npm run bench:ir`: instructions per operation, counted by valgrind, so that they do not depend on
 * what else the machine does.
 *
 *     npm run bench:ir -- --only secure-set-100b,get-l1-hit   some workloads
 *     npm run bench:ir -- --repeats 5                         default 3
 *     npm run bench:ir -- --save base.json                    keeps the result
 *     npm run bench:ir -- --compare base.json                 fails above +2 %
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Counted } from './callgrind.ts';
import { compare } from './compare.ts';
import { countInstructions } from './count.ts';
import { fingerprint } from './fingerprint.ts';
import type { Report } from './report.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    repeats: { type: 'string', default: '3' },
    save: { type: 'string' },
    compare: { type: 'string' },
  },
});

const all = readdirSync(join(import.meta.dirname, 'workloads'))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
const chosen = values.only?.split(',') ?? all;
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no such workload: ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  process.exit(2);
}

const report: Report = { fingerprint: fingerprint(), workloads: {} };
for (const name of chosen) {
  const runs: Counted[] = [];
  for (let i = 0; i < Number(values.repeats); i++) runs.push(await countInstructions(name));
  const sorted = runs.map(({ instructions }) => instructions).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const spread = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / median;
  report.workloads[name] = { median, spread };
  const doubtful = spread > 0.004 ? '  inconclusive: repeats differ by more than 0.40 %' : '';
  // A function that is compiled within the window counts with what compiling it took.
  const compiled = Math.max(...runs.map(({ compiling }) => compiling)) / median;
  const late =
    compiled > 0.01 ? `  ${(compiled * 100).toFixed(1)} % is compiling: choose n anew` : '';
  const percent = `${(spread * 100).toFixed(2)} %`;
  console.log(
    `${name.padEnd(28)} ${median.toLocaleString('en').padStart(12)}  A/A ${percent}${doubtful}${late}`,
  );
}
if (values.save !== undefined) writeFileSync(values.save, `${JSON.stringify(report, null, 2)}\n`);
if (values.compare !== undefined) {
  const base: Report = JSON.parse(readFileSync(values.compare, 'utf8'));
  process.exitCode = compare(base, report) ? 0 : 1;
}
